"""What compiled functions need at run time: memory for the arrays they make, and one product.

numba allocates an array with `NRT_MemInfo_alloc_aligned` and frees it when its reference count
falls to 0. Here arrays come from a stack of fixed size in the module's own memory, so that nothing
is allocated after the start: memory never grows unless JavaScript grows it. A freed block is
dropped as soon as all blocks above it are free. A stack that overflows is a trap.

A block is a header, numba's record of the array, and the data:

    i32 index of the block below, i32 is free, 8 bytes unused
    i64 reference count, ptr destructor, ptr its argument, ptr data, i64 size   (32 bytes)
    data, aligned as numba asks
"""

SCRATCH_BYTES = 1 << 17

# The code generator calls these; they would look unused before.
KEPT = ("__multi3",)

LLVM = f"""
@scratch = internal global [{SCRATCH_BYTES} x i8] zeroinitializer, align 16
@top = internal global i32 0      ; where the next block begins
@last = internal global i32 -1    ; where the last block begins; -1: there is none

declare void @llvm.trap()

define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %start = load i32, ptr @top
  %below = load i32, ptr @last
  %base = ptrtoint ptr @scratch to i32
  %behind = add i32 %start, 48
  %address = add i32 %base, %behind
  %padding = sub i32 %align, 1
  %padded = add i32 %address, %padding
  %mask = sub i32 0, %align
  %data = and i32 %padded, %mask
  %data_wide = zext i32 %data to i64
  %base_wide = zext i32 %base to i64
  %end = add i64 %data_wide, %size
  %used = sub i64 %end, %base_wide
  %more = add i64 %used, 15
  %next_wide = and i64 %more, -16
  %fits = icmp ule i64 %next_wide, {SCRATCH_BYTES}
  br i1 %fits, label %take, label %overflow
overflow:
  call void @llvm.trap()
  unreachable
take:
  %next = trunc i64 %next_wide to i32
  store i32 %next, ptr @top
  store i32 %start, ptr @last
  %header = getelementptr i8, ptr @scratch, i32 %start
  store i32 %below, ptr %header
  %is_free = getelementptr i8, ptr %header, i32 4
  store i32 0, ptr %is_free
  %info = getelementptr i8, ptr %header, i32 16
  store i64 1, ptr %info
  %destructor = getelementptr i8, ptr %info, i32 8
  store ptr null, ptr %destructor
  %argument = getelementptr i8, ptr %info, i32 12
  store ptr null, ptr %argument
  %data_field = getelementptr i8, ptr %info, i32 16
  store i32 %data, ptr %data_field
  %size_field = getelementptr i8, ptr %info, i32 24
  store i64 %size, ptr %size_field
  ret ptr %info
}}

define noalias ptr @NRT_MemInfo_alloc_safe_aligned(i64 %size, i32 %align) {{
  %info = call ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align)
  ret ptr %info
}}

define void @NRT_MemInfo_call_dtor(ptr %info) {{
  %freed = getelementptr i8, ptr %info, i32 -12
  store i32 1, ptr %freed
  br label %look
look:
  %last = load i32, ptr @last
  %is_empty = icmp slt i32 %last, 0
  br i1 %is_empty, label %done, label %test
test:
  %header = getelementptr i8, ptr @scratch, i32 %last
  %flag = getelementptr i8, ptr %header, i32 4
  %is_free = load i32, ptr %flag
  %is_used = icmp eq i32 %is_free, 0
  br i1 %is_used, label %done, label %drop
drop:
  store i32 %last, ptr @top
  %below = load i32, ptr %header
  store i32 %below, ptr @last
  br label %look
done:
  ret void
}}

; The product of two integers of 128 bits, each given as its low and its high half.
define void @__multi3(ptr %out, i64 %a_low, i64 %a_high, i64 %b_low, i64 %b_high) noinline {{
  %a0 = and i64 %a_low, 4294967295
  %a1 = lshr i64 %a_low, 32
  %b0 = and i64 %b_low, 4294967295
  %b1 = lshr i64 %b_low, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %p00_high = lshr i64 %p00, 32
  %p01_low = and i64 %p01, 4294967295
  %p10_low = and i64 %p10, 4294967295
  %middle_1 = add i64 %p00_high, %p01_low
  %middle = add i64 %middle_1, %p10_low
  %p01_high = lshr i64 %p01, 32
  %p10_high = lshr i64 %p10, 32
  %carry = lshr i64 %middle, 32
  %high_1 = add i64 %p11, %p01_high
  %high_2 = add i64 %high_1, %p10_high
  %high_3 = add i64 %high_2, %carry
  %cross_1 = mul i64 %a_low, %b_high
  %cross_2 = mul i64 %a_high, %b_low
  %high_4 = add i64 %high_3, %cross_1
  %high = add i64 %high_4, %cross_2
  %low = mul i64 %a_low, %b_low
  store i64 %low, ptr %out
  %high_field = getelementptr i8, ptr %out, i32 8
  store i64 %high, ptr %high_field
  ret void
}}
"""
