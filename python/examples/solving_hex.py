"""The table of the book's chapter on solving Hex: for each size, the first moves that win."""

# %% [markdown]
# Hex never ends in a draw, so every first move of a small board wins or loses, and a solver can say which.

# %%
import ludoteca

for size in range(2, 6):
    solution = ludoteca.solve(ludoteca.begin("hex", size=size))
    winning = [move for move, worth in solution.moves.items() if worth == "win"]
    print(size, *winning, solution.nodes)
