"""How a player comes to its move: its value, its line, and a sentence for each of its layers."""

# %%
import ludoteca

position = ludoteca.begin("hex", "c3 b4 d2", size=5)
print(position)

# %% [markdown]
# In a notebook `position` alone draws the board.

# %%
for text in ["hexodus", "mcts:playouts=300", "neural:looks=30"]:
    thought = ludoteca.player("hex", text).think(position, layers=True)
    line = thought.lines[0].moves if thought.lines else [thought.move]
    print(f"\n{text} plays {thought.move} ({thought.proved or f'{thought.value:+.2f}'}), expects {line}")
    for layer in thought.layers:
        print(f"  {layer.kind:>7}  {layer.sentence('en')}")

# %% [markdown]
# Alpha-beta on a board so small that every moment of it can be told.

# %%
for sentence in ludoteca.player("tictactoe", "alphabeta").story(ludoteca.begin("tictactoe", "b1 a1 c1 c2 a3"))[:5]:
    print(sentence)
