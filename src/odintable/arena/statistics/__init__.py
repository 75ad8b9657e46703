"""Standings, confidence intervals, Elo ratings, the sequential test and thinking times."""
