# Ludoteca in English. One file a language: copy it, translate it, and the program speaks it.

language-name = English
verbatim = { $words }

## Rules and notation

column-full = Column { $column } is full.
game-over = The game is over.
not-a-column = A move is the number of a column, from 1 to { $columns }.
no-such-column = There is no column { $column }; they go from 1 to { $columns }.
rows-count = A board has { $rows } rows divided by “/”, and here there are { $found }.
row-width = A row has { $cells } cells, and this one has { $found }.
cell-letter = A cell is X, O, or a dot when it is empty.
stones-overlap = Two discs share a cell, or one lies outside the board.
stone-floats = In column { $column } a disc floats above an empty cell.
stones-unbalanced = Yellow (X) begins and the sides take turns, so it has as many discs as Red (O) or one more. Here Yellow has { $first } and Red has { $second }.
two-winners = Both sides have four in line; the game would have ended with the first of them.
moved-after-win = One side has four in line, and the other one moved after that.
no-legal-order = No order of moves leads to this board.
line-not-on-size = On a board of size { $size } a line can be { $allowed } long, not { $line }.
not-a-cell = A move is a cell, from { $first } to { $last }.
cell-taken = { $cell } is taken.
hex-not-a-move = A move is a cell, from { $first } to { $last }, or { $swap }.
hex-no-swap = This game is played without the swap.
hex-other-swap = This game has the other kind of swap, { $swap }.
hex-swap-second = A swap is the second move of a game, or it is not made at all.
hex-cell-letter = A cell is R, B, or a dot when it is empty.
hex-after-board = After a board there is nothing more, or the swap that was made (swap-pieces or swap-sides), and the colour to move if the stones do not tell (red or blue).
hex-nothing-swapped = There is no stone on the board, so nothing has been swapped.
hex-unbalanced = Red (R) begins and the colours take turns, so Red has as many stones as Blue (B) or one more. Here Red has { $red } and Blue has { $blue }.
hex-unbalanced-swapped = After the swap the first stone is blue (B) and Red (R) moves next, so Blue has as many stones as Red or one more. Here Red has { $red } and Blue has { $blue }.
hex-moved-after-win = { $colour } has joined its edges, and the other colour moved after that.
hex-note-unreachable = No game leads to this position: it was laid by hand.
hex-no-last-stone = { $colour } has joined its edges more than once: whichever stone was the last, the game had ended before it.
turn-too-long = That is more than one turn.
turn-too-short = The turn goes on after that.
notation-error = “{ $token }”, at character { $at }: { $why }

## Options and keys

value-refused = “{ $value }” does not fit { $key }, which takes { $allowed }.
allowed-range = a number from { $low } to { $high }
allowed-from = a whole number from { $low } up
allowed-list = one of { $list }
allowed-words = any words
key-unknown = { $whose } has no “{ $key }”. It has { $list }.
key-unknown-none = { $whose } has no “{ $key }”: there is nothing to choose.
key-twice = “{ $key }” is given twice for { $whose }; once is enough.
game-unknown = There is no game called “{ $name }”. There are { $list }.
option-size = Cells along each edge of the board
option-size-short = { $value } × { $value }
option-line = How many in line win
option-line-short = { $value } in line
option-swap = Swap on the second move
value-none = none
value-pieces = of the stone
value-sides = of colours

## Games

game-hex = Hex
game-hex-about = Join your two edges with a chain of stones. There is never a draw.
goal-hex-red = Join the two red edges, row 1 and row { $last }.
goal-hex-blue = Join the two blue edges, column a and column { $last }.
reason-hex-red = The two red edges are joined.
reason-hex-blue = The two blue edges are joined.
blue = Blue
red-stone = red stone
blue-stone = blue stone
mark-hex-red = rows 1 and { $last }
mark-hex-blue = columns a and { $last }
edge-row = edge of row { $row }
edge-column = edge of column { $column }
turn-flat = Flat
turn-diamond = Diamond
turn-seat = { $side } below
turn-upright = Upright
hex-take-stone = Take over the stone
hex-take-colour = Take over the colour
hex-offer-pieces = You may take over the first stone instead of placing one. It is red on { $from } now; it becomes your blue stone on { $to }, across the long diagonal, and Red moves next.
hex-offer-sides = You may take over Red with its stone on { $cell }. From then on you join the red edges; your opponent plays Blue and moves next.
hex-note-pieces = { $who ->
    [you] You have taken over the first stone: red on { $from } before, now your blue one on { $to }.
    [opponent] Your opponent has taken over your stone: red on { $from } before, now blue on { $to }. You still play Red, and it is your move.
   *[other] The first stone has been taken over: red on { $from } before, now blue on { $to }.
}
hex-note-sides = { $who ->
    [you] You have taken over Red with the stone on { $cell }. Your opponent now plays Blue, and is to move.
    [opponent] Your opponent has taken over Red with your stone on { $cell }. You now play Blue, and it is your move.
   *[other] The players have changed colours. Whoever began now plays Blue, and is to move.
}
game-arimaa = Arimaa
game-arimaa-about = Push, pull and freeze; bring a rabbit to the other end of the board.
goal-arimaa = Bring one of your rabbits to rank { $rank }.
reason-goal = A rabbit has reached its goal.
reason-no-rabbits = No rabbits are left.
reason-no-turn = There is no legal turn left.
gold = Gold
silver = Silver
mark-coin = coin
mark-tile = tile
rabbit = rabbit
cat = cat
dog = dog
horse = horse
camel = camel
elephant = elephant
gold-rabbit = gold rabbit
gold-cat = gold cat
gold-dog = gold dog
gold-horse = gold horse
gold-camel = gold camel
gold-elephant = gold elephant
silver-rabbit = silver rabbit
silver-cat = silver cat
silver-dog = silver dog
silver-horse = silver horse
silver-camel = silver camel
silver-elephant = silver elephant
arimaa-end-turn = End turn
arimaa-one-guard = { $owner ->
    [you] Your { $kind } on { $square } has one guard, the { $guard } on { $from }. If it leaves, the trap takes your { $kind }.
   *[other] The { $piece } on { $square } has one guard, the { $guard } on { $from }. If it leaves, the trap takes the piece.
}
arimaa-news-push = { $owner ->
    [you] Your { $kind } pushes the { $other } from { $from } to { $to }.
    [opponent] The { $piece } pushes your { $moved } from { $from } to { $to }.
   *[other] The { $piece } pushes the { $other } from { $from } to { $to }.
}
arimaa-news-pull = { $owner ->
    [you] Your { $kind } pulls the { $other } from { $from } to { $to }.
    [opponent] The { $piece } pulls your { $moved } from { $from } to { $to }.
   *[other] The { $piece } pulls the { $other } from { $from } to { $to }.
}
arimaa-news-lost = { $owner ->
    [you] The trap on { $trap } takes your { $kind }.
   *[other] The trap on { $trap } takes the { $piece }.
}
arimaa-news-then = { $first } { $then }
arimaa-can-pull = You can pull the { $kind } from { $from } to { $to } with your next step.
arimaa-is-frozen = { $owner ->
    [you] Your { $kind } on { $square } is frozen: the { $by } on { $from } is stronger, and no friend stands beside it.
    [opponent] The { $piece } on { $square } is frozen: your { $by } on { $from } is stronger, and no friend stands beside it.
   *[other] The { $piece } on { $square } is frozen: the { $by } on { $from } is stronger, and no friend stands beside it.
}
arimaa-are-frozen = { $owner ->
    [you] Your { $kind } on { $square } is frozen: the { $by } on { $from } is stronger, and no friend stands beside it.
    [opponent] The { $piece } on { $square } is frozen: your { $by } on { $from } is stronger, and no friend stands beside it.
   *[other] The { $piece } on { $square } is frozen: the { $by } on { $from } is stronger, and no friend stands beside it.
} { $more ->
    [one] One other piece is frozen too.
   *[other] { $more } others are frozen too.
}
arimaa-way-step = step
arimaa-way-step-pull = step, or pull the { $kind } along (2 steps)
arimaa-way-step-loses = step, but the trap takes your { $kind }
arimaa-way-push = push the { $kind } (2 steps)
arimaa-way-push-takes = push the { $kind }, and the trap takes it (2 steps)
arimaa-way-pull = pull the { $kind }
arimaa-way-pull-takes = pull the { $kind }, and the trap takes it
arimaa-way-follow = complete the push
arimaa-pull-button = Pull the { $kind } from { $from } to { $to }
arimaa-follow-button = Follow with the { $kind } from { $from }
arimaa-preset-usual = Usual setup
arimaa-preset-usual-mirrored = Usual, mirrored
arimaa-preset-behind = Rabbits behind
arimaa-preset-behind-mirrored = Rabbits behind, mirrored
arimaa-preset-rest = Place the rest
arimaa-take-a-piece = First take one of the pieces below the board, then press its square.
arimaa-set-up = Set up your sixteen pieces on ranks { $rows }: a whole setup from below the board, or one by one. Those that stand can still be moved.
arimaa-no-room = No square beside the { $kind } on { $square } is free for it.
arimaa-nothing-moved = Nothing has moved yet: a turn has at least one step.
arimaa-nothing-changed = The board would be as it was at the beginning of the turn: a turn has to change something.
arimaa-push-unfinished = The push is unfinished: a stronger piece of yours has to take the place of the pushed one first.
arimaa-repetition = This position has been on the board twice with the same side to move; a third time is not allowed.
arimaa-not-beside = A step goes to a square beside: up, down, left or right.
arimaa-nobody-there = There is no piece on { $square }.
arimaa-taken = There is a { $piece } on { $square }.
arimaa-complete-push = First complete the push: one of your stronger pieces beside { $square } steps there.
arimaa-too-weak-to-follow = Your { $kind } cannot push the { $pushed }: only a stronger piece can.
arimaa-frozen = Your { $kind } on { $square } is frozen: a stronger enemy stands beside it, and no friend does.
arimaa-backwards = That rabbit cannot step back.
arimaa-nobody-to-push = No piece of yours stands beside it to push or pull it.
arimaa-too-strong = A { $kind } is pushed or pulled only by something stronger, and nothing of yours beside it is.
arimaa-pusher-frozen = Your stronger piece beside it is frozen and cannot push.
arimaa-pusher-cannot-pull = A piece that completes a push cannot also pull with that step.
arimaa-no-step-to-follow = A push takes two steps, and only one is left in this turn.
arimaa-leads-nowhere = After this step the turn could not be brought to a legal end.
arimaa-setup-over = The pieces are set up already; now they step.
arimaa-setup-first = The pieces are being set up: put one onto your two home ranks.
arimaa-not-home = { $square } is not on your two home ranks, { $rows }.
arimaa-all-placed = Every { $kind } is set up already.
arimaa-not-a-ply = A move is a piece, its square and a direction (Ee2n), a placement (Ra1), or end.
arimaa-other-sets-up = The other side is setting up: its pieces are written like { $piece }.
arimaa-off-the-board = That step leads off the board from { $square }.
arimaa-another-stands-there = On { $square } there is a { $piece }, not a { $meant }.
arimaa-board-shape = A board is g or s, then 64 squares from a8 to h1 in brackets.
arimaa-squares-count = A board has 64 squares; there are { $found }.
arimaa-board-letter = A square is one of E M H D C R for Gold, e m h d c r for Silver, or a space.
arimaa-after-board = Nothing comes after the board here.
arimaa-alone-in-trap = The { $piece } on { $square } stands in a trap without a friend beside it: it would not be there.
arimaa-rank = A rank begins with its number, 1 to 8.
arimaa-rank-twice = Rank { $rank } is there twice.
arimaa-rank-width = Rank { $rank } has more than eight squares.
arimaa-ranks-missing = The board has eight ranks, 8 to 1; some are missing.
arimaa-board-label = Above the board stands the turn, like 3g or 12s.
arimaa-wrong-side = It is the other side's turn.
arimaa-nothing-to-take-back = There is no turn to take back.
arimaa-after-resigning = After resigning nothing is played.
arimaa-after-unfinished = After the “...” of an unfinished turn nothing is played.
arimaa-other-capture = The step before took { $capture }.
arimaa-no-capture = The step before took no piece.
game-connect4 = Connect Four
game-connect4-about = Drop discs into seven columns. Four of yours in line win.
game-checkers = Checkers
game-checkers-about = Jump over the other side’s pieces, as taking is forced, and leave it no move.
goal-checkers = Take every piece of the other side, or leave it no move.
reason-no-move = There is no legal move left.
reason-repetition = The same position has been on the board three times.
reason-quiet = Forty moves of each side without a capture or an advance of a man.
black = Black
white = White
black-man = black man
black-king = black king
white-man = white man
white-king = white king
mark-rings = two rings
mark-one-ring = one ring
checkers-not-a-move = A move is two squares from 1 to 32: 11-15 for a step, 15x22 for a capture, all squares for several, 15x22x31.
checkers-nobody-there = There is no piece on { $square }.
checkers-not-yours = The piece on { $square } is the other side’s.
checkers-must-take = A capture is forced: { $moves }.
checkers-man-back = Men only go forwards; kings go both ways.
checkers-man-jumps-back = Men only take forwards; kings take both ways.
checkers-square-taken = Square { $square } is not free.
checkers-own-jumped = On { $square } stands a piece of one’s own, and nobody jumps over those.
checkers-nothing-to-take = There is nothing to take on { $square }.
checkers-crowned-stops = The man is crowned on { $square }, and a move that crowns ends there.
checkers-goes-on = The capture goes on from there, and it has to be made to its end: { $moves }.
checkers-no-jump = { $to } is beside { $from }, so nothing is taken in between. A step is written { $from }-{ $to }.
checkers-too-far = Nothing goes from { $from } to { $to }: a step leads to the next square on a diagonal, a jump to the one behind a piece of the other side.
checkers-ambiguous = There are several ways to take there: { $moves }. Name every square, one after the other.
checkers-blocked = The piece on { $square } has nowhere to go.
checkers-seen-twice = This position has been on the board twice. The third time is a draw.
checkers-quiet-long = { $left ->
    [one] One more move without a capture or an advance of a man, and it is a draw.
   *[other] After { $left } more moves without a capture or an advance of a man, counting both sides, it is a draw.
}
checkers-news-crowned = A man is crowned on { $square }.
checkers-news-took = { $n ->
    [one] { $ply } has taken a piece.
   *[other] { $ply } has taken { $n } pieces.
}
checkers-news-took-crowned = { $n ->
    [one] { $ply } has taken a piece, and the man is crowned on { $square }.
   *[other] { $ply } has taken { $n } pieces, and the man is crowned on { $square }.
}
checkers-way-crowned = the man is crowned
checkers-way-takes = { $n ->
    [one] takes a piece
   *[other] takes { $n } pieces
}
checkers-way-takes-crowned = { $n ->
    [one] takes a piece and is crowned
   *[other] takes { $n } pieces and is crowned
}
checkers-board-shape = A board is the side to move and the squares of both sides, like B:W21,22,K9:B1,2,K30; B is Black, W is White, K is a king.
checkers-board-square = A square is a number from 1 to 32, with K before it for a king; two with a dash are a whole row of them, 1-12.
checkers-square-twice = Square { $square } is named twice.
checkers-uncrowned = A man on { $square } would have been crowned.
checkers-too-many = A side has at most { $most } pieces.
checkers-empty = There is no piece on the board.
game-breakthrough = Breakthrough
game-breakthrough-about = Every piece only goes ahead. Bring one to the last rank.
goal-breakthrough = Bring one of your pieces to rank { $rank }, or take all of the other side’s.
reason-breakthrough = A piece has broken through to the last rank.
reason-no-pieces = One side has no pieces left.
white-piece = white piece
black-piece = black piece
mark-chevron = one chevron
mark-chevrons = two chevrons
breakthrough-not-a-move = A move is two squares, from { $first } to { $last }: a2a3.
breakthrough-nobody-there = There is no piece on { $cell }.
breakthrough-not-yours = The piece on { $cell } is the other side’s.
breakthrough-not-ahead = A piece goes one square ahead, straight or diagonally, and never back.
breakthrough-own-there = On { $cell } stands another piece of yours.
breakthrough-straight = Straight ahead nothing is ever taken, and { $cell } is not free. Pieces take diagonally.
breakthrough-blocked = The piece on { $cell } has nowhere to go.
breakthrough-takes = takes the piece
breakthrough-can-arrive = Your piece on { $cell } is one move from the last rank.
breakthrough-will-arrive = The piece on { $cell } is one move from the last rank. Take it now, or it wins.
breakthrough-cell-letter = A cell is W, B, or a dot when it is empty.
breakthrough-no-side = After the rows stands who moves next: w for White, b for Black.
breakthrough-too-many = A side has at most { $most } pieces on this board.
breakthrough-empty = There is no piece on the board.
breakthrough-two-winners = More than one piece is on a last rank; the game would have ended with the first of them.
breakthrough-moved-after-win = One side has won, and the other one moved after that.
game-tictactoe = Tic-tac-toe
game-tictactoe-about = Three in line on a small board, or four or five on a bigger one.
goal-line = Put { $line } of yours in line.
reason-four = Four in line.
reason-line = A complete line.
reason-full = The board is full.
yellow = Yellow
red = Red
yellow-disc = yellow disc
red-disc = red disc
mark-ring = ring
mark-diamond = diamond
crosses = Crosses
noughts = Noughts
cross = cross
nought = nought
mark-cross = cross
mark-circle = circle

## Made-up games for tests

no-such-branch = This node has { $branches } branches, counted from 1.
option-tree-seed = The seed the tree grows from
option-tree-together = Whether several ways may lead to one node
goal-tree = Reach a leaf that is yours.
reason-leaf = The tree ends here.
tree-first = First
tree-second = Second
tree-mark-first = red
tree-mark-second = blue
sampler-red = Red
sampler-blue = Blue
mark-upright = upright bar
mark-level = level bar
red-runner = red runner
red-tower = red tower
blue-runner = blue runner
blue-tower = blue tower
goal-corner = Reach the other corner, or take every piece.
reason-arrived = The other corner is reached.
reason-all-taken = Every piece is taken.
reason-forty = Forty moves without a decision.
sampler-end = End turn
sampler-end-early = A turn has at least one step.
sampler-not-a-move = A move is a piece and a cell (Rb1), two cells (b1c1), or end.
sampler-all-placed = All pieces are on the board already.
sampler-placed-already = That piece is on the board already.
sampler-not-home = { $cell } is not in your corner.
sampler-not-yours = There is no piece of yours on { $cell }.
sampler-place-first = First put your pieces onto the board.
sampler-too-far = { $cell } is too far away: a step goes to a neighbouring cell.
sampler-tower-safe = A runner cannot take the tower on { $cell }.
sampler-frozen = The runner on { $cell } is frozen by a tower.
sampler-note-frozen = Your { $piece } on { $cell } is frozen. Bring your tower beside it.
sampler-note-danger = Your { $piece } on { $cell } can be taken.
sampler-note-goal = Your { $piece } on { $cell } is one step from the corner.

## Players

other-game = This player plays { $player }, and the position is one of { $position }.
player-too-long = The player text has { $bytes } bytes; at most { $most } are read.
player-nameless = A player has a name: name, or name:key=value,key=value.
player-syntax = “{ $rest }” cannot be read. A player is written name:key=value,key=value; a value with a comma or a space stands in quotes.
player-unknown = { $game } has no player called “{ $name }”. It has { $list }.
human-not-here = A person cannot play here. Choose one of the machine’s players.
player-human = A person: you, or somebody beside you.
player-random = Plays any legal move, each as likely as the next. Good for a first win.
player-minimax = Looks at every line of play a few moves deep and takes what is best against the best replies.
player-alphabeta = Looks ever deeper, and leaves out whatever could not change its choice.
player-mcts = Plays thousands of games in its head, at random, and keeps to what works.
player-rules = Judges each column by rules that anybody can read and change, and plays the best. It does not look ahead.
player-perfect = Knows the exact result of every move, and plays the best: the nearest win or the farthest loss. Weaker levels slip now and then.
player-distance = Joins its edges by the shortest way: it counts the stones it still needs itself, a few moves ahead.
player-dijkstra = Counts the fewest stones each side still needs, and looks a few moves ahead for the greatest lead.
level-beginner = Beginner
level-casual = Casual
level-club = Club player
level-expert = Expert
level-master = Master
level-ants-thesis = As in the thesis
level-wide-steps = Wide intervals
level-narrow-steps = Narrow intervals
level-no-steps = No intervals
level-turns-1 = One turn each
level-turns-2 = Two turns each
level-turns-3 = Three turns each
key-seed = The number its chance choices follow from; the same number, the same choices
key-depth = How many moves it looks ahead, counting both sides
key-depth-limit = How many moves it looks ahead at most, counting both sides; as far as its time goes if nobody says
key-eval = How it judges a position where it stops looking
key-table = Memory for positions it has already seen, in megabytes
key-eval-mcts = What it does instead of playing on at random where its tree ends
key-playouts = Games it plays in its head for each move; as many as its time allows if nobody says
key-explore = How curious it is: more, and it tries more of what it knows little about
key-threads = How many processors it may use at once
key-turns = How many turns of both sides it looks ahead, and it judges by rules; instead of depth and eval
key-heuristic-file = The file of rules it judges by; naming one means eval=rules. @rules and @heuristic are always there
key-prune = Whether it leaves out what cannot change its choice; it plays the same either way
key-plain = alpha-beta as in books: no table, moves in the order of the game, one depth. Slower, but easy to follow
level-and-depth = level and depth both say how far to look ahead; give one of them.
level-other-eval = A level judges by rules, and eval={ $eval } does not. Give depth instead of level, or leave eval out.
file-other-eval = A file of rules is for eval=rules; with eval={ $eval } nobody would read it.
table-with-rules = With rules alphabeta keeps no table; leave table out.
seed-without-rules = Without rules alphabeta leaves nothing to chance; leave seed out, or add eval=rules.
key-rules-level = How exactly it sees its scores: 1 very blurred, 2 a little, 3 exactly
key-slip = How often it slips, in percent of its moves
key-points = How many points worse than the best its move may be when it slips
key-book = Whether it uses the opening book, or searches alone
book-broken = This is not a whole opening book: make it again with ludoteca book make.
book-missing = { $missing } of { $all } scores are missing, so the book cannot be made yet.
solve-over = In this position the game is over; there is nothing to solve. { $reason }
solve-unguided = Only in Hex somebody can say where to look first; leave --guide out for { $game }.
key-rules-file = The file of rules it follows; @rules and @heuristic are always there

## Other programs as players

player-engine = Another program on your machine that speaks the game’s protocol: HTP for Hex, AEI for Arimaa.
key-cmd = The command that starts it, as in a shell: mohex --quiet
key-wait = How many seconds an answer may take, beyond the time for the move
key-send = Commands it is sent before the first game, divided by semicolons: param_mohex max_time 1
key-option = Options it is given before the first game, each by its name, as in option.hash=200, or all at once, divided by semicolons: hash=200; threads=2
no-engines-here = Other programs cannot be started here.
engine-no-command = An engine needs the command that starts it: engine:cmd="mohex --quiet".
engine-no-protocol = Programs that play { $game } cannot be talked to yet; those that play { $list } can.
engine-bad-command = “{ $command }” is not a command: a quote in it is never closed.
engine-not-found = There is no program “{ $program }”. Give its whole path, or the name of one your system finds.
engine-not-started = { $command } could not be started: { $why }
engine-ended = { $command } ended when it was asked “{ $asked }” ({ $status }).
engine-ended-saying = { $command } ended when it was asked “{ $asked }” ({ $status }). Its last words: { $words }
engine-stalled = { $command } did not answer “{ $asked }” within { $seconds } s and was ended. engine:cmd=…,wait=SECONDS gives it longer.
engine-garbage = { $command } answered “{ $asked }” with “{ $words }”, which is no answer of its protocol.
engine-babbles = { $command } answered “{ $asked }” without end and was ended.
engine-refused = { $command } refused “{ $asked }”: { $why }
engine-illegal = { $command } wanted to play “{ $ply }”. { $why }
engine-stopped = { $command } was stopped before it had found a move.
engine-status-code = status { $code }
engine-status-signal = by a signal
engine-status-killed = killed, perhaps for want of memory
engine-status-unknown = it is not known how
aei-unknown = There is no message “{ $line }” in AEI, so this is the end.
aei-too-long = No message of AEI is as long as this, so this is the end.
aei-form = The message is: { $form }
aei-unknown-option = There is no option “{ $name }” here.
aei-not-a-number = “{ $value }” is not a number that { $name } could be.
aei-illegal = “{ $turn }” is not a legal turn, and the position stays as it was: { $why }
aei-turn-over = The turn is over before this.
aei-setup-unfinished = A setup has all sixteen pieces.
aei-searching = A search is already under way.
aei-no-search = There is no search to stop.
htp-not-a-command = This is not a command. A command is a line of words, no longer than { $most } letters.
htp-unequal = A board has as many columns as rows here.
htp-no-limit = no limit
htp-no-layer = There is no layer “{ $name }” here. There are: { $list }
htp-think = { $ply }: { $value }. { $nodes } positions in { $seconds } s.
htp-solved = { $colour } wins: { $moves }
htp-lost = { $colour } wins, whatever is played.
htp-unsolved = Not solved in { $seconds } s.
htp-menu-think = What it thinks
htp-menu-line = The line it expects
htp-menu-values = What each move is worth
htp-menu-layer = Layer: { $title }
htp-menu-layers = Which layers there are
htp-menu-solve = Solve
htp-menu-winning = Winning moves
htp-menu-inferior = Cells to leave out
htp-menu-legal = Legal moves
htp-menu-game = The game
htp-menu-settings = Settings

## What players think

label-win = wins
label-draw = draws
label-loss = loses
label-guess = ≈ { $percent }%
label-at-most = ≤ { $percent }%
label-at-most-score = ≤ { $score }
label-few = { $won }/{ $games }
label-seems-win = seems to win
label-seems-loss = seems to lose
label-unknown = ?
unit-unknown = not judged yet
signed = { $sign }{ $number }
unit-told = { $unit ->
    [playouts] { $figure } of the games it was tried with were won
    [fitted] a { $figure } chance to win, by games already played
    [leaning] { $figure } on its own scale, from −1 to +1
    [stones] { $figure } stones ahead
    [needed] { $figure } stones still to place
    [points] { $figure } points
   *[rabbits] { $figure } rabbits ahead
}
unit-told-few = { $won } of { $games } trial games were won with it
unit-short = { $unit ->
    [playouts] of trial games
    [fitted] chance
    [leaning] from −1 to +1
    [stones] stones ahead
    [needed] stones to place
    [points] points
   *[rabbits] rabbits ahead
}
percent = { $percent }%
values-win-in = { $plies ->
    [one] { $ply } wins at once.
   *[other] { $ply } wins; the end is { $plies } moves away, counting both sides.
}
values-win = { $ply } wins, whatever comes.
values-draw = { $ply } draws, and nothing does better.
values-loss-in = { $plies ->
    [one] Every move loses at once.
   *[other] Every move loses. { $ply } holds out longest: { $plies } moves, counting both sides.
}
values-loss = Every move loses, { $ply } too.
values-guess = { $ply } looks best: { $worth }. An intuition, not a proof.
layer-values = Value of each move
layer-visits = Where it looked
layer-tree = Search tree
lookahead-best = { $ply } is worth most, by the rules and against the best replies: { $score }. An opinion, not a proof.
visits-now = now
visits-most = { $ply } drew the eye most: { $percent }% of { $total ->
    [one] one try
   *[other] { $total } tries
}.
tree-random = { $plies ->
    [one] There is only one move.
   *[other] Chance decides among { $plies } moves, each as likely as the next.
}
tree-minimax = { $depth ->
    [one] { $ply } looks best one move ahead.
   *[other] { $ply } is best against the best replies, { $depth } moves ahead.
}
tree-alphabeta = { $depth ->
    [one] { $ply } looks best one move ahead.
   *[other] { $ply } is best { $depth } moves ahead. Cut branches could not have changed that.
}
tree-mcts = { $ply } comes out best. Each branch shows how often it was tried and how it went.
tree-cut = { $value } ≤ α { $alpha }

# The story of a search, moment by moment
story-minimax = { $depth ->
    [one] It tries each move and keeps the one that leaves the best position.
   *[other] Max wants the highest value and Min the lowest: values come up from { $depth } moves ahead, and in each position whoever moves picks theirs.
}
story-alphabeta = Like minimax, but without looking at what can no longer change anything: when one branch cannot beat another, it is cut. It looks { $depth ->
    [one] one move
   *[other] { $depth } moves
} ahead.
story-deepening = Its last search, { $depth ->
    [one] one move
   *[other] { $depth } moves
} deep: it begins with what came out best before, recognises positions it has seen, and cuts what cannot change anything.
story-turns-minimax = Each step is a whole turn: Max wants the highest value and Min the lowest, { $depth ->
    [one] one turn
   *[other] { $depth } turns
} ahead.
story-turns-alphabeta = Each step is a whole turn, { $depth ->
    [one] one turn
   *[other] { $depth } turns
} ahead; what can no longer change the choice is cut.
story-values = Values are for { $side }: the higher, the better.
story-values-wins = Values are for { $side }: the higher, the better. “Wins 3” is to win three plies from now.
story-kind-visit = visit
story-kind-up = hands up a value
story-kind-cut = cut
story-kind-choose = chooses
story-max = Max ({ $side })
story-min = Min ({ $side })
story-root = the root
story-level-end = end
story-level-both = Max or Min
story-wins-in = { $n ->
    [0] wins
   *[other] wins { $n }
}
story-loses-in = { $n ->
    [0] loses
   *[other] loses { $n }
}
story-win = { $n ->
    [0] a win for { $side }
   *[other] a win for { $side } in { $n }
}
story-or-better = { $value }, or something better for Max
story-or-worse = { $value }, or something worse for Max
story-least = ≥ { $value }
story-most = ≤ { $value }
story-alpha = α { $value }
story-beta = β { $value }
story-bounds = α { $alpha }  β { $beta }
story-begin = { $side } is to move and is Max: it wants the highest value. Nothing is known yet.
story-asks-max = And if { $mover } plays { $ply }, what will { $side } do? Max looks for the highest value here.
story-asks-min = And if { $mover } plays { $ply }, what will { $side } do? Min looks for the lowest value here.
story-same = After { $ply } it is still { $side }’s turn: it is not finished yet.
story-whether = Is there anything better than { $bar } with { $ply }? For now it asks only that, which costs less than its value.
story-again = { $ply } does seem better than { $bar }: now it has to know how much it is worth.
story-won = { $ply } ends the game and { $side } has won. There is nothing further to look at.
story-drawn = { $ply } ends the game in a draw: it is worth { $value }.
story-judged = After { $ply } it looks no further: by what it sees on the board, that is worth { $value }.
story-known = It has come to the position after { $ply } before, by another way: it knows that this leads to { $value } and does not look again.
story-below = { $below ->
    [0] { $ply } leads to { $value }.
    [one] After { $ply } it looks at one more position and comes back with { $value }.
   *[other] After { $ply } it looks at { $below } more positions and comes back with { $value }.
}
story-up-root = { $ply } leads to { $value }: from now on { $who } will accept nothing worse.
story-up-better = { $ply } leads to { $value }: the best { $who } has here so far.
story-up-worse = { $ply } leads to { $value }: no better than what { $who } already had here.
story-no-better = no better
story-cut-alpha = { $value } ≤ α { $bar }
story-cut-beta = { $value } ≥ β { $bar }
story-cut-min = Elsewhere Max already has { $bar }; after { $ply } it would only have { $value }: Max will not go here.
story-cut-max = Elsewhere Max is held to { $bar }; after { $ply } it would have { $value }: Min will not go here.
story-end = Finished: for { $side } { $ply } is best and leads to { $value }. { $visits ->
    [one] One position was
   *[other] { $visits } positions were
} looked at; { $cuts ->
    [0] every branch was needed
    [one] one branch was not needed
   *[other] { $cuts } branches were not needed
}.
story-brief-begin = begins at the root
story-brief-visit = visits { $ply }
story-brief-known = recognises { $ply }
story-brief-up = { $ply } hands { $to }: { $value }
story-list = { $list }, { $next }
story-brief-cut = cuts { $plies } { $more ->
    [0] below { $at }
   *[other] and { $more } more below { $at }
}
story-brief-end = chooses { $ply }

# The story of an exact score and of rules
story-perfect = It does not ask what the position is worth, but whether it is worth more than a number: yes or no. Each answer leaves fewer values, until one is left.
story-perfect-values = The number says who wins and with how many stones to spare: the farther from 0, the sooner it ends.
story-perfect-asks = asks
story-perfect-rules-out = rules out
story-perfect-yes = Is it worth more than { $bar }? Yes; by what was seen on the way it is between { $low } and { $high }.
story-perfect-no = Is it worth more than { $bar }? No; by what was seen on the way it is between { $low } and { $high }.
story-perfect-yes-only = Is it worth more than { $bar }? Yes: then it can only be { $high }.
story-perfect-no-only = Is it worth more than { $bar }? No: then it can only be { $low }.
story-perfect-left = { $low } … { $high }
story-perfect-brief = more than { $bar }?
story-perfect-by-heart = It knows this position by heart, from its book of openings: it is worth { $value }.
story-perfect-known = Only one value is left: the position is worth { $value }.
story-perfect-brief-known = worth { $value }
story-perfect-keeps = Does { $ply } keep that { $value }? Yes: that is what it plays.
story-perfect-loses = Does { $ply } keep that { $value }? No: it is worth less, and how much does not matter.
story-perfect-brief-keeps = { $ply } keeps it
story-perfect-brief-loses = { $ply } does not keep it
story-less = < { $value }
story-rules = Each rule that holds in a column adds its points to it; the column with the most is played.
story-rules-column = looks at a column
story-rules-fires = a rule holds
story-rules-total = adds up
story-rules-looks = What do the { $rules } rules say of column { $column }? It begins with 0 points.
story-rules-brief-looks = looks at column { $column }
story-rules-fired = Rule { $rule } (line { $line }) holds { $count ->
    [one] once
   *[other] { $count } times
} in column { $column }: that adds { $worth }, which makes { $sum }.
story-rules-means = { $count ->
    [one] { $short }
   *[other] { $short }, { $count } times
}: { $worth } for column { $column }, which makes { $sum }.
story-rules-brief-fired = { $rule } × { $count }
story-rules-adds = { $count ->
    [0] No rule holds in column { $column }: { $score }.
    [one] One rule holds in column { $column }: { $score } in all.
   *[other] { $count } rules hold in column { $column }: { $score } in all.
}
story-rules-blurs = Column { $column } has { $score }, but this level does not see so finely: it takes that for { $level }.
story-rules-brief-adds = total of { $column }
story-rules-chooses = { $equal ->
    [one] Column { $column } has the most points, { $score }: it plays there.
   *[other] { $equal } columns are level at { $score }; by lot it plays { $column }.
}

# The story of strong
story-strong = First it looks for goals and captures within a turn; then it judges every turn there is, follows them farther and farther ahead, the most promising first, and keeps the one that comes out best.
story-strong-values = Values are for whoever moves, in rabbits ahead.
story-strong-sees = sees
story-strong-tries = tries
story-strong-better = better
story-strong-worse = no better
story-strong-goal = { $side } could bring a rabbit home at { $square } in a single turn: { $steps ->
    [one] one step is enough
   *[other] { $steps } steps are enough
}.
story-strong-goal-mark = goal at hand
story-strong-brief-goal = goal of { $side }
story-strong-brief-capture = capture at { $square }
story-strong-depth = { $depth ->
    [one] one step
   *[other] { $depth } steps
} ahead
story-strong-first = { $depth ->
    [one] One step
   *[other] { $depth } steps
} ahead, it first tries { $turn }, which is worth { $value }.
story-strong-gains = { $turn } is worth { $value }: better than what it had ({ $held }).
story-strong-rest = { $count ->
    [one] One other turn does not improve
   *[other] { $count } other turns do not improve
} on that { $value }: it only asked whether they are better, not how much they are worth.
story-strong-brief = { $ply } is better
story-strong-brief-rest = { $count } no better
story-strong-plays = It plays { $turn }: looking further, that is the best it has seen, worth { $value }.
story-strong-wins = a win in { $n }
story-strong-loses = a loss in { $n }
story-strong-ahead = +{ $n }
story-strong-behind = −{ $n }

## Rules of Connect Four

rules-too-large = The file has { $bytes } bytes; a file of rules has at most { $most }.
rules-too-many = A file has at most { $most } rules.
rules-fault = Line { $line }, column { $column }: found “{ $found }”, expected { $expected }.
rules-found-end = end of line
rules-found-space = space
rules-found-tab = tab
rules-expected-sequence = a sequence of O X _ z I E ? with one # or =, or a comment
rules-expected-mark = O X _ z I E ?, or the one # or = that every sequence has
rules-expected-element = O X _ z I E ?, or a space after the sequence
rules-expected-one-mark = no second # or =: a sequence has exactly one of them
rules-expected-directions-or-value = directions (H, V, D) or a value: a whole number, MAX or MIN
rules-expected-direction = H, V or D, or a space and the value
rules-expected-value = a value: a whole number, MAX or MIN
rules-expected-digit = a digit after the sign
rules-expected-number-end = a digit, a space or the end of the line
rules-expected-limit = MAX, Max, max, MIN, Min or min
rules-expected-limit-end = a space or the end of the line
rules-expected-comment = a comment that begins with //, or the end of the line
rules-expected-slash = a second /, as comments begin with //
rules-expected-smaller = a number from −{ $most } to { $most }
rules-refused = { $file }: { $why }
rules-faulty = { $count ->
    [one] { $file } has one error, so its rules are not used. { $first } ludoteca rules check shows it too.
   *[other] { $file } has { $count } errors, so its rules are not used. The first: { $first } ludoteca rules check lists them all.
}
file-no-text = { $file } is not a text file in UTF-8.
no-files-here = Files cannot be read here, so { $file } cannot be used. @rules and @heuristic are always there.
layer-rules-scores = What the rules give
layer-rules-fired = The rules that fired
rules-no-score = no score
rules-chosen = Column { $column } scores highest: { $score }.
rules-chosen-blind = The rules give no column a score, so column { $column } was drawn by lot.
rules-chosen-hastily = There was no time for all rules: column { $column } is a quick choice.
rules-fired = { $count ->
    [0] No rule fires in column { $column }.
    [one] One match of a rule speaks for or against column { $column }: { $score }.
   *[other] { $count } matches of rules speak for or against column { $column }: { $score }.
}
rules-line = Line
rules-rule = Rule
rules-times = Times
rules-value = Value
rules-sum = Sum
rules-why = What these rules are for:
rules-file-choice = How a player of rules chooses its column: each rule that is found at a column adds its value, and the column with the highest sum is played.
rules-file-elements = O own stone, X stone of the opponent, _ empty and playable, z empty but not playable yet, E any empty cell, I wall, ? anything, # the cell that is judged, = the cell above it once an own stone stands on the one that is judged.
rules-file-sums = When a rule has the sequence of another as its beginning, both count: the value of the longer one is what it adds to the shorter.
rules-file-one = One neighbouring cell: the basic values
rules-file-two = Two neighbouring cells
rules-file-three = Three neighbouring cells, or more
rules-file-wall = How near the wall is
rules-file-position = What a position is worth to the side to move: the sum of what its open cells are worth.
rules-why-open = At first a column has no score, and a full one keeps none. This gives 1 to every column in which a stone can be put. It looks in one direction only, otherwise it would give 4. With no other rule in the file, the player would choose at random.
rules-why-prefix = Begins as the rule above, so its value comes on top of it: room for later beside the stone.
rules-why-diagonals = Room that can be used at once, and more on the diagonals: so the player likes to put its stones on top of the opponent's, where there are more diagonals. That looks strange, and pays in the long run.
rules-why-beside = Beside own stones a stone is worth more.
rules-why-room-later = Two in line with room for later at the end. The two rules go together: the new stone can be either of the two.
rules-why-room-now = The same, but the room can be used at once, which is worth more.
rules-why-wait = After our stone there would be three in line, and the fourth cell would be playable right above it: the opponent moves next and would close it. Better to wait until the opponent has to play in this column first.
rules-why-gap = Three that are not next to each other, with a gap that cannot be closed yet: a chance to win once the column between them has grown.
rules-why-third = Two of the opponent that are about to be three, and two of our own that become three here, with room to go on.
rules-why-gift = The opponent would win on top of our stone. So much below zero that the column is nearly ruled out; nearly, as a win of our own there (MAX) still counts more.
rules-why-two-ways = Three in line with both ends open: a win in two moves, unless the opponent wins before. Rare, and worth knowing.
rules-why-stop = Watch out: the opponent is about to make four in line. Without a winning move of our own we have to play here.
rules-why-win = We win here: the highest value there is.
rules-why-wall = Near the wall there is less to gain, even with empty cells in between: a little is taken away.
rules-why-own-four = Lines of four that can still be our own, by the stones that are in them
rules-why-other-four = Lines of the opponent that can be stopped here
rules-short-open = There is room for a disc
rules-short-prefix = Room for later beside it
rules-short-diagonals = Room beside it that can be used at once
rules-short-beside = Beside own discs
rules-short-room-later = Two in line with room for later
rules-short-room-now = Two in line with room that can be used at once
rules-short-wait = The opponent would close the four here: better to wait
rules-short-gap = Three own discs with a gap that cannot be closed yet
rules-short-third = Two of the opponent stay two, and two own ones become three
rules-short-gift = The opponent would win right on top
rules-short-two-ways = Three in line with both ends open
rules-short-stop = Stops a four in line of the opponent
rules-short-win = Four in line
rules-short-wall = Near the wall there is less to gain
rules-short-own-four = A line of four that can still be its own
rules-short-other-four = A line of the opponent that can be stopped here
cli-rules-good = { $count ->
    [one] { $file } is right: one rule.
   *[other] { $file } is right: { $count } rules.
}
cli-rules-bad = { $count ->
    [one] { $file } has one error; good rules: { $right }.
   *[other] { $file } has { $count } errors; good rules: { $right }.
}
cli-rules-column = Column { $column }: { $score }
cli-rules-column-level = Column { $column }: { $score }, at level { $level } { $shown }
cli-rules-own = In the rules, O is whoever moves now, { $side }, and X the opponent.
cli-rules-level-is = Level { $level }.
cli-rules-title = What the rules of { $file } say
cli-rules-html = The report is in { $file }.

## The seed evaluation of Arimaa

key-depth-turns = How many whole turns it looks ahead, counting both sides
key-limit = How many turns of each position it looks at: the first by its evaluation
key-w1 = How much material counts, to three decimals
key-w2 = How much the squares of the pieces count, to three decimals
key-w3 = How much the control of traps counts, to three decimals
key-w4 = How much mobility counts, to three decimals
layer-seed-turns = The best turns
layer-seed-terms = The sum, term by term
layer-seed-material = Material
layer-seed-squares = What squares are worth
layer-seed-traps = Who controls the traps
layer-seed-mobility = Who helps and hinders whom
seed-best = { $depth ->
    [0] { $turn } looks best before looking ahead: { $score }. An opinion, not a proof.
    [one] { $turn } looks best one turn ahead: { $score }. An opinion, not a proof.
   *[other] { $turn } looks best { $depth } turns ahead, against the best replies it saw: { $score }. An opinion, not a proof.
}
seed-wins = { $turn } wins.
seed-loses = Every turn loses, { $turn } too.
seed-seems-lost = Every turn it looked at loses, { $turn } too; those it left out may not.
seed-goes-on = The turn goes on as planned: { $turn }.
seed-sets-up = { $ply } comes next in the setup it always begins with: rabbits at the rim, strong pieces in front.
seed-turns = { $turns ->
    [one] It looked at one turn, { $turn }.
   *[other] Of the { $turns } turns it looked at, { $turn } comes out best.
}
seed-turn = Turn
seed-reply = Best reply it saw
seed-points = Points
seed-even = Both sides stand equally well: every point of one has its match on the other side.
seed-leads = { $side } leads by { $score }. Gold minus Silver: material { $material }, squares { $squares }, traps { $traps }, mobility { $mobility }.
seed-term = Term
seed-difference = Gold − Silver
seed-weight = Weight
seed-product = Counts
seed-material = Material
seed-squares = Squares
seed-traps = Traps
seed-mobility = Mobility
seed-piece = Piece
seed-pieces = { $count } · { $points }
seed-material-is = Gold’s pieces are worth { $gold }, Silver’s { $silver }: { $difference } for Gold. The fewer rabbits are left, the more each is worth.
seed-squares-are = Gold’s squares are worth { $gold }, Silver’s { $silver }: { $difference } for Gold. A rabbit with a friend beside it counts more.
seed-squares-high = { $points } or more
seed-traps-are = Around the traps Gold has { $gold } and Silver { $silver }: { $difference } for Gold. Beside a trap a piece counts in full, two squares away by half.
seed-trap = { $trap }: Gold has { $gold }, Silver { $silver }.
seed-trap-of = { $side } has more control
seed-trap-even = both have the same control
seed-mobility-is = Mobility gives Gold { $gold } and Silver { $silver }: { $difference } for Gold.
seed-helps = a stronger friend beside it helps
seed-hinders = a stronger enemy beside it hinders

## Shortest ways in Hex

layer-ways = Shortest ways
ways-needs = { $stones ->
    [one] { $side } needs one more stone, on { $cells }.
   *[other] { $side } needs { $stones } more stones, for instance on { $cells }.
}
ways-whole = a shortest way; its empty cells are hatched
layer-account = How it measures the position
layer-judged = How it judges the position
account-equals = This is where the search stops and counts. Of moves that come to the same it takes the one that leaves it more cells on shortest ways: it is harder to stop.
distance-account = { $stones ->
    [one] { $side } needs one more stone, so to { $side } this board is worth 1 − 1/{ $cells } = { $value }.
   *[other] { $side } needs { $stones } more stones, so to { $side } this board is worth 1 − { $stones }/{ $cells } = { $value }.
}
distance-best = { $stones ->
    [one] { $ply } looks best: against the best replies it then needs only one more stone. A measure, not a proof.
   *[other] { $ply } looks best: against the best replies it then needs { $stones } more stones. A measure, not a proof.
}
dijkstra-account = { $other } needs { $others } and { $side } needs { $own }, so to { $side } this board is worth { $others } − { $own } = { $value }.
dijkstra-best-even = { $ply } looks best: against the best replies both sides then need equally many stones. A measure, not a proof.
dijkstra-best-ahead = { $stones ->
    [one] { $ply } looks best: against the best replies it then needs one stone less than the other side. A measure, not a proof.
   *[other] { $ply } looks best: against the best replies it then needs { $stones } stones less than the other side. A measure, not a proof.
}
dijkstra-best-behind = { $stones ->
    [one] { $ply } looks best: against the best replies it then needs only one stone more than the other side. A measure, not a proof.
   *[other] { $ply } looks best: against the best replies it then needs { $stones } stones more than the other side. A measure, not a proof.
}

## Why a solved position of Connect Four is so

list-and = { $list } and { $last }
list-comma = { $list }, { $last }
list-more = { $list } and { $count } more cells
sentences = { $first } { $then }
c4-cell = row { $row } of column { $column }
layer-threats = Threats
threats-none = There is no threat yet: on no empty cell would a disc make four.
threats-one = { $side } would make four on { $cells }.
threats-both = { $first } would make four on { $cells }; { $second } on { $others }.
threat-four = a four
threat-three = a four that lacks one disc
layer-threat-list = What each threat is worth
threat-rows = Rows are counted from the bottom. { $first } began, so in the long run odd rows favour { $first } and even rows favour { $second }.
threat-side = Side
threat-column = Column
threat-row = Row
threat-row-odd = { $row } (odd)
threat-row-even = { $row } (even)
threat-worth = What it is worth
threat-wins = It can be played now, and makes four.
threat-open = { $other } has to take it now, or make four first; otherwise { $side } makes four here.
threat-above = { $other } makes four just below, on row { $row }. { $side } gets here only by filling that cell itself, and then { $other } can block.
threat-higher = { $other } makes four lower in this column, on row { $row }. This threat counts only if { $side } takes that cell.
threat-pair = One of two on top of each other, rows { $low } and { $high }: { $other } cannot block both.
threat-shared = Both sides would make four here: whoever plays just below gives it to the other.
threat-waits-odd = The right row for the long run: it is odd, and { $side } began. Once all other columns are full, it is { $other } who has to play below.
threat-waits-even = The right row for the long run: it is even, and { $other } began. Once all other columns are full, it is { $other } who has to play below.
threat-wasted-odd = The wrong row for the long run: it is odd, and { $other } began. Once all other columns are full, { $side } has to play below it, and { $other } blocks.
threat-wasted-even = The wrong row for the long run: it is even, and { $side } began. Once all other columns are full, { $side } has to play below it, and { $other } blocks.
layer-why = Why
why-win = { $plies ->
    [one] { $side } is to move and wins at once.
   *[other] { $side } is to move and wins with best play. The end is { $plies } moves away, counting both sides: disc number { $disc } of { $side }.
}
why-loss = { $side } is to move and loses, whatever it plays. With best play { $other } makes four { $plies } moves from now, counting both sides: disc number { $disc } of { $other }.
why-draw = { $side } is to move. With best play nobody wins: it is a draw.
why-only-wins = Only column { $list } wins.
why-wins-alike = { $count ->
    [one] Column { $list } wins.
   *[other] Columns { $list } win, all equally soon.
}
why-wins-soonest = { $count ->
    [one] Column { $list } wins soonest.
   *[other] Columns { $list } win soonest.
}
why-wins-later = { $count ->
    [one] Column { $list } wins too, but later.
   *[other] Columns { $list } win too, but later.
}
why-draws-only = { $count ->
    [one] Column { $list } only draws.
   *[other] Columns { $list } only draw.
}
why-loses = { $count ->
    [one] Column { $list } loses.
   *[other] Columns { $list } lose.
}
why-all-draw = { $count ->
    [one] Only column { $list } is left, and it draws.
   *[other] Every column draws.
}
why-only-draws = Only column { $list } holds the draw.
why-draws = Columns { $list } hold the draw.
why-longest = { $count ->
    [one] Column { $list } holds out longest.
   *[other] Columns { $list } hold out longest.
}
why-four-now = { $count ->
    [one] Column { $list } makes four.
   *[other] Columns { $list } make four.
}
why-must-block = { $side } has to play column { $column } now; otherwise { $other } makes four there.
why-block-lifts = { $side } has to play column { $column } now, or { $other } makes four there. But { $other } then makes four on top of it.
why-cannot-stop = { $other } is about to make four in columns { $list }, and { $side } can stop only one of them.
why-lifts = { $count ->
    [one] Column { $list } loses at once: { $other } makes four on top of the disc.
   *[other] Columns { $list } lose at once: { $other } makes four on top of the disc.
}
why-lifts-everywhere = { $side } cannot move without losing at once: wherever it plays, { $other } makes four on top of it. This is called zugzwang.
why-neither = Neither side can make four any more: each line of four has discs of both.
why-cannot = { $side } cannot make four any more: each line of four has a disc of the other side.
why-plan = { $side } has a plan that works to the end, whatever { $other } does.
why-plan-after = With column { $column }, { $side } gets a plan that works to the end, whatever { $other } does.
why-plan-on-top = It answers every disc with one on top of it.
why-plan-pairs = { $count ->
    [2] It answers the first disc in one of the columns { $list } with a disc in the other, and every other disc with one on top of it.
   *[other] It answers the first disc in any of the columns { $list } with a first disc in another of them, and every other disc with one on top of it.
}
why-plan-target = So { $other } has to play just below { $cell }, at the latest when nothing else is left, and { $side } makes four there. This is called zugzwang.
why-plan-rows = So { $side } is sure of enough even rows to make four by the end.
why-plan-holds = So { $other } never makes four: each line it could still make has a cell that { $side } gets.
why-plan-sooner = With best play the end comes sooner still.
why-decides-already = The four that decides is prepared already: { $side } only needs { $cell }.
why-decides = The four that decides, on { $cell }, is prepared by move { $number } of the line.
why-forced = From move { $number } of the line on { $side } has no choice: any other move would lose at once.
why-forced-all = In the whole line { $side } has no choice: any other move would lose at once.
why-end-fours = At the end of the line { $side } threatens four on { $cells }, and { $other } can stop only one of them.
why-end-zugzwang = At the end of the line only columns { $list } are left, and in each of them { $side } makes four on top of the next disc. { $other } has to move and cannot help it: this is called zugzwang.
why-end-column = At the end of the line only column { $column } is left. { $other } has to play there, and { $side } makes four on top, on row { $row }.
why-end-odd = This is the worth of odd rows: when all else is full, they fall to { $first }, who began.
why-end-even = This is the worth of even rows: when all else is full, they fall to { $second }, because { $first } began.
layer-line = The line to the end
line-wins = { $plies ->
    [one] { $side } makes four on { $cell }: column { $columns }.
   *[other] With best play { $side } makes four on { $cell } after { $plies } moves. By columns: { $columns }
}
line-draws = { $plies ->
    [one] One move is left: column { $columns }.
   *[other] With best play the board fills up in { $plies } moves. By columns: { $columns }
}
line-begins = { $plies ->
    [one] Best play begins with column { $columns }.
   *[other] Best play begins with these { $plies } moves, by columns: { $columns }
}
layer-line-moves = Key moves of the line
line-key = { $count ->
    [one] One of { $total } moves is worth a remark.
   *[other] { $count } of { $total } moves are worth a remark.
}
line-number = Move
line-remark = What it does
line-four = Makes four.
line-fills = Fills the board.
line-blocks = Has to block: otherwise { $other } makes four here.
line-cannot-stop = Cannot stop { $other }, who now makes four on { $cells }.
line-last-column = Only this column is left, and { $other } makes four on top.
line-nothing-else = Every column left lies below a four of { $other }, and one has to be played.
line-two-threats = Threatens four on { $cells }; { $other } can stop only one of them.
line-threatens = Threatens four on { $cells }; { $other } has to block.
line-prepares = Prepares four on { $cells }.

## Matches and records

opening-too-long = With { $plies } random moves at the beginning the game is over before the players come to move. Choose fewer.
not-exact = Nobody here can prove how positions of { $game } end: leave “exact” out.
not-the-game = What came back as game { $game } of pair { $pair } is no game of this tournament.
not-the-lesson = What came back as game { $number } of the training teaches something that cannot be seen in it.
no-openings = There is no opening to begin with.
opening-over = The game is already over in the opening “{ $position }”.
reason-stopped = Stopped before the end.
reason-crashed = The player broke down.
reason-illegal = The player wanted to play “{ $ply }”, which is not allowed.
reason-late-itself = The player’s time ran out.
reason-no-answer = The player had no move to give.
reason-resigned = The other side resigned.
reason-late = The other side’s time ran out.
reason-not-allowed = The other side made a move that is not allowed.
reason-stalled = The other player no longer answered.
reason-garbage = The other player’s answer made no sense.
reason-memory = The other player took more memory than there was.
reason-forfeited = The other side lost without playing on.
reason-unsaid = The other side lost; why was not said.
reason-agreed = Both sides agreed to a draw.
reason-adjudicated = It was decided from outside.
tree-full = A game can have { $most } moves, variations included.
tree-main-line = What was played cannot be deleted.
tree-played-first = What was played always comes first: this variation is the first one already.
server-no-ply = Before the first move there is no move to give a sign to.
server-no-sign = { $sign } is no sign; there are { $signs }.
server-said-too-long = There is room for { $most } letters, and these are more.
server-too-many-marks = A position has room for { $most } marks.
server-bad-mark = That mark does not fit on the board.
server-played-stays = This game was played like this, and stays so: all other lines are variations of it.
no-such-node = The game has no position number { $node }.
no-such-ply = { $plies ->
    [one] The game has one move; there is no number { $at }.
   *[other] The game has { $plies } moves; there is no number { $at }.
}
nothing-to-undo = There is no move to take back.
nothing-to-redo = There is no move to play again.

## Page

page-home = Home
page-home-title = What shall we play?
page-home-lead = Play, analyse and watch the machine think: every algorithm explains itself on the board.
page-lab = Lab
page-home-study = Watch it think
page-home-study-about = Algorithms in slow motion, step by step
page-home-lab-about = Measure, compare and plot, right here
page-home-train-about = Let one teach itself a game
train-busy = A net is learning already. Stop it first, or wait until it has finished.
train-full = There are { $most } nets already. Forget one that you no longer need.
train-key-minutes = Minutes it learns for
train-key-threads = Processors that play at once
train-key-net = Size of the net: blocks × channels. A larger one can learn more and takes longer
page-train = Train a net
page-train-about = A net that knows nothing but the rules plays against itself and learns from its games. Small boards take minutes, large ones hours.
page-train-game = Game
page-train-name = Name of the net
page-train-begin = Learn
page-train-now = It is learning. You can leave this page; it goes on by itself.
page-train-other = { $name } is learning. There is one training at a time.
page-train-progress = How much of the time is over
page-train-time = { $n } of { $all } min
page-train-nets = Nets
page-train-none = None yet. Choose a game and let one learn.
page-train-games = { $n ->
    [one] one game
   *[other] { $n } games
}
page-train-positions = { $n ->
    [one] one position
   *[other] { $n } positions
}
page-train-against = It won { $won } of { $all } games against the net it began with.
page-train-curve = What it has learnt
page-train-axis = Games it has played
page-train-strength = Points against its beginning
page-train-moves = Moves it does not expect
page-train-results = Results it does not expect
page-train-falling = The lower the two broken lines go, the less surprises it; the share of points says how much stronger it is than when it began.
page-train-early = The curve begins after its first games.
page-train-look = Games to look at
page-train-look-at = Game { $n }
page-train-play = Play against it
page-train-go-on = Go on learning
page-train-forget = Forget { $name }
page-train-begun = The training has begun.
page-train-over = The training is over.
page-train-failed = The training stopped before its end.
page-net = Net
page-net-own = One that learnt here
page-net-built-in = The one that comes with the program
page-tournaments = Tournaments
page-tournaments-lead = Many players, many games, one table. They can be watched while they are played, here or in a terminal.
page-tournaments-none = None yet. Choose who takes part and begin one.
page-tournament-new = A new tournament
page-tournament-about = Each two who meet play pairs of games, with the same opening and colours changed.
page-tournament-players = Who takes part
page-tournament-players-about = As they are written: mcts, alphabeta:depth=4
page-tournament-player = Player { $n }
page-tournament-without = Without player { $n }
page-tournament-another = Another player
page-tournament-name = What it is called
page-tournament-begin = Begin the tournament
page-tournament-begun = The tournament is being played.
page-tournament-other = A tournament is being played. Only one at a time is played here.
page-tournament-over = over
page-tournament-ended = The tournament is over.
page-tournament-still = stopped
page-tournament-go-on = Go on
page-tournament-many = { $n } players
page-tournament-csv = Table as CSV
page-tournament-games-csv = Games as CSV
page-tournament-report = Report
page-tournament-rate = { $n ->
    [one] 1 game in the last minute
   *[other] { $n } games in the last minute
}
page-tournament-left = { $n ->
    [one] 1 minute left
   *[other] about { $n } minutes left
}
page-tournament-tap = points of the row against the column; press a cell for its games
page-tournament-between = { $a } against { $b }
page-tournament-all = All games
page-tournament-open = press one to analyse it
page-tournament-no-games = There are no games yet.
page-tournament-moves = { $n ->
    [one] 1 move
   *[other] { $n } moves
}
page-tournament-more = The last { $n } of { $all }; the CSV has all of them.
page-waiting = { $n ->
    [0] waiting; next in line
    [one] waiting; 1 before it
   *[other] waiting; { $n } before it
}
page-waiting-about = The processors are busy. They are shared out in turns, and no clock runs while somebody waits.
page-hint-waiting = { $n ->
    [0] It is next in line.
    [one] One thought is before it.
   *[other] { $n } thoughts are before it.
}
page-workers = Workers
page-workers-lead = Machines that work for others: tournaments, proofs of Hex, and whatever is in their queue.
page-workers-now = Who works
page-workers-none = Nobody works. On each machine: ludoteca worker --nats ADDRESS
page-workers-work = What is left to do
page-workers-no-work = Nothing is left.
page-workers-progress = { $rate ->
    [one] 1 job in the last minute
   *[other] { $rate } jobs in the last minute
} · { $left } left · { $faults ->
    [0] no fault
    [one] 1 fault
   *[other] { $faults } faults
}
page-workers-results = { $n ->
    [one] 1 result to be fetched
   *[other] { $n } results to be fetched
}
workers-none = This server was not told where the queue is. Start it with serve --workers nats://HOST.
tournament-key-form = Who plays whom
tournament-key-rounds = Pairs of games for each two
tournament-key-time = Seconds a move
tournament-key-openings = Random moves at the beginning
tournament-key-jobs = Games at the same time
tournament-key-sprt = Stop as soon as it is clear whether the first is 20 Elo points stronger
tournament-full = At most { $most } tournaments are kept. Delete one.
tournament-going = A tournament is being played. Stop it first, or wait until it is over.
tournament-unknown = There is no tournament { $id }.
tournament-no-game = Of pair { $pair } that game was not played.
page-lab-lead = Experiments with a stated question. Choose one, run it here, and set its results beside those of other machines.
page-experiments = Experiments
page-lab-alone = It measures times, so leave the machine to it while it runs; games may think more slowly meanwhile.
page-lab-run = Run
page-lab-stop = Stop
page-lab-running = running
page-lab-now = It is running. You can leave this page; it goes on.
page-lab-other = { $name } is running. One experiment runs at a time.
page-lab-progress = How much is done
page-lab-rows = { $done } of { $all } { $all ->
    [one] row
   *[other] rows
}
page-lab-seconds = { $n } s so far
page-lab-left = about { $n } s left
page-lab-begun = The experiment has begun.
page-lab-over = The experiment is over.
page-lab-failed = The experiment ended before its end.
page-lab-partial = Not all rows are there yet, so that all of this may still change.
page-lab-results = Results
page-lab-compare = Tick several to see them side by side.
page-lab-none = None yet. Run the experiment, or open the file of another machine.
page-lab-import = Open a result
page-lab-unnamed = without a name
page-lab-go-on = Go on with { $name }
page-lab-save = Save { $name } as a file
page-lab-delete = Delete { $name }
page-games = Games
page-more-games = More
page-skip = Go to the board
page-theme-light = Light theme
page-theme-dark = Dark theme
page-close = Close
page-opening = One moment…
page-percent = { $n }%
page-just-now = just now
page-on = on
page-off = off
page-sound = Sounds
page-sound-about = A soft sound for a move, a capture and the end

page-continue = Continue your game
page-your-move = Your move
page-go-on = Continue
page-recent = Your games
page-games-count = { $n ->
    [one] one game
   *[other] { $n } games
}
page-no-games = You have not played yet. Choose a game: each one saves itself and waits for you here.
page-with-options = { $game } ({ $options })
page-against = against { $player }
page-between = { $first } against { $second }
page-two-people = two people
page-unfinished = unfinished
page-over = finished
page-side-won = { $side } wins
page-delete = Delete { $game }
page-delete-sure = Delete
page-keep = Keep
page-deleted = Game deleted.
page-all = Show all
page-show-more = Show more
page-fewer = Show fewer

page-mode = Who plays
page-mode-machine = Against the machine
page-mode-people = Two people
page-mode-watch = Watch two machines
page-player = Player
page-people-about = You take turns on this board. Hint and analysis are there if you want them.
page-watch-about = Choose who plays each side and watch them think. You can pause, or go move by move.
page-clock = Clock
page-clock-none = None
page-clock-minutes = Minutes for each side
page-clock-extra = More for each turn
page-clock-seconds = Seconds
page-clock-left = { $time } left
page-clock-about = The clocks start with the first move and stand still while nobody is looking.
page-you-play = You play
page-lots = Draw lots
page-choosing = You choose
page-level = Level: { $level }
page-level-label = Level
page-level-own = as you set it
page-fine = Fine settings
page-fine-none = { $player } has nothing to set.
page-fine-reset = Back to the usual
page-auto = auto
page-range-from = from { $low }
page-range = { $low } to { $high }
page-want-whole = A whole number from { $low } to { $high } goes here.
page-want-number = A number from { $low } to { $high } goes here.
page-described = The board of this game
page-described-facts = This game has no board. At its beginning there is:
page-described-before = As it was before the error
page-described-right = This can be played.
page-described-reading = Reading the description…
page-described-how = Type it, paste it, or drop a file here.
page-fix-first = When you have put right what is marked
page-play = Play
page-new-game = New game
page-no-such-game = I know no game called “{ $name }”.

page-file = Rules it follows
page-file-about = Always there; you can write your own from it.
page-file-own = Written here.
page-file-built-in = { $name } (built in)
page-file-with-errors = { $n ->
    [one] { $name } (one error)
   *[other] { $name } ({ $n } errors)
}
page-file-errors = { $n ->
    [one] { $name } has one error, and with it nobody can play. Open it to put it right.
   *[other] { $name } has { $n } errors, and with them nobody can play. Open it to put them right.
}
page-file-gone = { $name } is no longer here. Choose another.
page-file-see = See
page-file-edit = Edit
page-file-open = File
page-file-new = New file
page-file-mine = my rules
page-file-upload = Upload
page-file-download = Download
page-file-name = Name
page-file-save = Save
page-file-copy = Save as my own
page-file-save-when = When you have changed something
page-file-play-when = When it is saved and has no errors
page-file-discard = Discard changes
page-file-unsaved = Not saved yet
page-file-saved = { $name } is saved.
page-file-deleted = { $name } is deleted. Games that use it keep their copy.

page-rules = Rules
page-rules-text = Text of the rules
page-rules-report = What the rules say
page-rules-right = { $rules ->
    [0] No rules yet: nothing would get a score.
    [one] All is right: one rule.
   *[other] All is right: { $rules } rules.
}
page-rules-wrong = { $wrong ->
    [one] One line is wrong, so no player can use this file. Right so far: { $rules }.
   *[other] { $wrong } lines are wrong, so no player can use this file. Right so far: { $rules }.
}
page-rules-level = Level, from blurred to exact
page-rules-only-right = Here count only the lines that are right.
page-rules-over = In this position the game is over: there is nothing to judge.
page-rules-own = O is whoever moves now, { $side }; X is the opponent.
page-rules-help = How a rule is written
page-rules-form = One rule a line: a sequence, the directions in which to look for it (H, V, D; all if you name none) and its value: a whole number, MAX or MIN. What follows // is a comment.
page-rules-more = A sequence has exactly one # or one =. Every place where it is found adds its value to the column; each line of the board is read both ways.
page-sign-1 = own disc
page-sign-2 = opponent’s disc
page-sign-3 = empty, can be played now
page-sign-4 = empty, cannot be played yet
page-sign-5 = edge of the board
page-sign-6 = empty of either kind
page-sign-7 = anything
page-sign-8 = the cell being judged
page-sign-9 = the cell above it, once an own disc lies there
page-position = Position
page-position-empty = the beginning
page-play-ply = Play { $ply }
page-error-place = Line { $line }, column { $column }
page-error-what = Found “{ $found }”; expected { $expected }.
page-errors-more = { $n ->
    [one] and one more
   *[other] and { $n } more
}
page-spans-one = Show only this one on the board
page-spans-key = a place where a rule was found

page-setup = Set up a position
page-setup-short = Set up
page-setup-about = Tap a cell to change what stands there, or choose a piece and draw with it. With the keyboard: arrows, Enter, the number of a piece, Delete.
page-setup-board = { $game }, board to set up
page-setup-hand = What you lay down
page-setup-next = Cycle
page-setup-none = Nothing
page-setup-mover = To move
page-setup-good = A game can get here. { $side } to move.
page-setup-turn = { $side } to move.
page-setup-over = A game can get here, and it ends here: { $reason }
page-setup-text = The position as text
page-setup-clear = Clear
page-setup-play = Play from here
page-setup-when = When a game can get here and is not over
page-setup-undo-when = When something stands on the board
page-setup-from = From the position you set up.
page-copy = Copy
page-copied = Copied

page-score = Score
page-score-is = { $one } { $won } – { $lost } { $two }
page-score-drawn = { $n ->
    [0] no draws
    [one] one draw
   *[other] { $n } draws
}
page-score-about = The games played one after another. The sides change every time; the score stays with whoever plays.
page-scores = Scores
page-scores-about = What each move is worth, at once
ply-swap-pieces = swap
ply-swap-sides = swap
ply-end = end
page-numbers = Numbers
page-numbers-about = On each stone the number of the move that put it there
page-scores-unknown = Not known in so short a time.
page-game-title = { $game }: { $first } against { $second }
page-board = { $game }, { $side } to move
page-seat = Who plays { $side }
page-seat-change = Change the player or the level of { $side }
page-seat-about = The game goes on from here. A player who is thinking begins anew.
page-seat-person = a person
page-seat-apply = Change
page-seat-keep = Leave it as it is
page-seated = { $player } plays from now on.
page-tab-seat = Player
page-offer = Before you move
page-offer-no = No, thanks
page-lies = How the board lies
page-lies-about = Turn the board
page-lies-auto = Automatic: { $turn }
page-both-sides = Both
page-mark-why = Why
page-link-one = Show only this one on the board
page-links-at = { $cell }: { $n } lines meet here or need this cell.
page-links-count = { $n ->
    [one] one line
   *[other] { $n } lines
}
page-link-depth = { $n ->
    [0] It is joined already.
    [one] It takes one move.
   *[other] It takes at most { $n } moves of both sides.
}
page-link-is = { $side }, { $joins }: { $kind }. { $n ->
    [0] It needs no further cell.
    [one] It needs the cell { $cells }.
   *[other] It needs the cells { $cells }.
}
page-panel = Game
page-you = You
page-turn = to move
page-turn-you = your move
page-wins = wins
page-thinking = thinking
page-stop = Stop
page-paused = paused
page-your-turn = Your move.
page-turn-of = { $side } to move.
page-its-turn = { $player } is thinking.
page-its-turn-more = Watch it under Analyse, or stop it and it plays what it has.
page-paused-now = The game is paused.
page-paused-more = Go on when you like, or move by move.
page-you-won = You win.
page-won = { $player } wins.
page-drawn = A draw.
page-looking = You are looking at move { $at } of { $of }.
page-looking-more = If you play here you begin a variation; the game stays as it is.
page-hint = Hint
page-hint-whole = Hint for the whole turn.
page-hint-turn = Hint for the whole turn: { $moves }.
page-hint-is = Hint: { $move }.
page-hint-coming = Looking for a hint for you…
page-hint-when = When it is your move
page-undo = Undo
page-undo-when = When there is a move to take back
page-undo-step = Undo step
page-redo = Redo
page-redo-when = When you have taken something back
page-resign = Resign
page-resign-sure = Are you sure?
page-again = Play again
page-pause = Pause
page-step = One step
page-step-when = When it is paused
page-moves = Moves
page-moves-count = { $n ->
    [0] no moves yet
    [one] one move
   *[other] { $n } moves
}
page-start = start
page-moves-tree = Game and variations
page-variation = Variation
page-fold = Fold
page-unfold = Unfold
page-sign = Sign of the move
page-sign-brilliant = Brilliant move
page-sign-good = Good move
page-sign-interesting = Interesting move
page-sign-doubtful = Doubtful move
page-sign-bad = Bad move
page-sign-blunder = Blunder
page-remarks = About this position
page-comment = Comment
page-comment-on = Comment on { $move }
page-more = More
page-line-name = Name of the variation
page-promote = Move the variation up
page-promote-when = It comes first already: only what was played is before it
page-make-main = Make this the main line
page-make-main-is = It is the main line already
page-make-main-when = What was played against a machine or on the clock stays what it was: all else is a variation
page-was-played = What was played
page-prune = Delete from here
page-prune-when = What was played is not deleted
page-pruned = Variation deleted.
page-copy-place = Copy a link to this position
page-same-position = The same position as after
page-and-more = and { $n } more
page-try = Try here
page-try-about = What you try is kept beside the game, as a variation; the game stays as it is
page-trying = You are trying a move.
page-trying-more = It is kept beside the game, as a variation; the game stays as it is.
page-in-variation = You are in a variation.
page-to-the-game = Back to the game
page-to-the-end = Back to the end
page-key-beside = variation before and after
page-key-far = beginning and end
page-key-cells = to the board: there arrows go from cell to cell, until Esc
page-key-mark = mark the cell, and M an arrow from one to another; with the mouse, the right button; with a finger, press and hold
page-drawn-on = marked
page-leaves-out = There is no room for: { $what }.
page-type-move = Type a move
page-keys = Keys
page-key-arrows = back and forward, as the wheel over the board
page-key-escape = let go, cancel
page-key-press = end the turn, or the first button
page-watch-out = Watch out
page-ranks = From strongest to weakest
page-tab-ranks = Pieces
page-tab-notes = Notes
page-steps = { $done } of { $of } steps
page-held = { $piece } on { $cell }
page-lost-pieces = Lost: { $pieces }
page-lost-piece = { $n ->
    [one] { $piece }
   *[other] { $n } × { $piece }
}
page-steps-left = { $n ->
    [0] No steps left
    [one] One step left
   *[other] { $n } steps left
}
page-tray = { $piece }: { $n ->
    [one] one left
   *[other] { $n } left
}

page-cell = Cell
page-cell-column = column { $column }, row { $row }
page-cell-empty = empty
page-cell-last = last move
page-cell-winning = wins the game
page-cell-target = you can go there
page-cell-state = { $state ->
    [frozen] frozen
    [danger] in danger
   *[other] { $state }
}
page-cell-taken = { $cell } is taken.
page-no-move = You cannot play on { $cell } now.
page-no-way = You cannot go to { $cell } now.
page-tap-again = Tap again to play { $move }.
page-not-your-turn = It is { $player }’s turn.
page-game-over = The game is over.
page-wait = One moment: your move is on its way.
page-other-window = Another window has moved first. This is how the game stands now.
page-found = Connected again.
page-lost = Connection lost. Your game is saved; trying again.
page-offline = Nobody answers. See that Ludoteca is still running and try again.
page-server-trouble = Something went wrong in the server ({ $status }). Your game is saved; try again.
page-gone = This game is no longer here.
page-gone-more = You may have deleted it in another window. The others are still under Home.
page-said-move = { $player }: { $move }.
page-said-rearranged = The piece stands on another square now.
page-said-at = Move { $at } of { $of }.

page-analyse = Analyse
page-analyse-toggle = Analyse
page-analyst = Who analyses
page-analyst-text = Player that analyses, with its settings
page-analysis-ask = Choose who looks at this position and press Analyse.
page-analysis-coming = Beginning to think…
page-analysis-over = The game is over. Go back to an earlier move to analyse it.
page-thought-before = Before playing { $move }, { $player } saw
page-said-verdict = Analysis by { $player }: { $value }. Best move: { $move }.
page-thought-done = done
page-stopped = stopped
page-proved = { $verdict ->
    [win] { $side } wins
    [draw] A draw
   *[loss] { $side } loses
}
page-in-plies = { $n ->
    [0] already
    [one] in one move
   *[other] in { $n } moves
}
page-verdict = { $verdict ->
    [win] wins
    [draw] draws
   *[loss] loses
}
page-verdict-in = { $verdict ->
    [win] wins in { $plies }
    [draw] draws
   *[loss] loses in { $plies }
}
page-for = for { $side }
page-for-side = For { $side }
page-depth = depth { $depth }
page-nodes = { $n ->
    [one] one node
   *[other] { $nodes } nodes
}
page-seconds = { $seconds } s
page-candidates = Candidates
page-more-moves = { $n ->
    [one] and one more
   *[other] and { $n } more
}
page-move = Move
page-value = Value
page-visits = Visits
page-then = Then
page-lines = What it expects
page-line = Line
page-tab-think = Verdict
page-tab-how = How
page-tab-review = Review
page-review = Review of the game
page-review-begin = Review the game
page-review-about = Judges every position with the best player of this game and shows you where it was won and lost. It goes on by itself, even if you close the page.
page-review-go-on = Go on
page-review-stop = Stop the review
page-review-each = Each position
page-review-progress = { $done } of { $of }
page-review-done = The review is complete.
page-review-care = { $side }: { $share } good moves.
page-review-care-more = { $good } of { $plies } lost nothing that matters; on average a move gave away { $lost ->
    [0] next to nothing
    [one] one point of a hundred
   *[other] { $lost } points of a hundred
}.
page-review-blunder = blunders
page-review-mistake = mistakes
page-review-doubtful = doubtful moves
page-review-thrown = At move { $at }, { $side } threw away with { $move } { $thrown ->
    [draw] a certain draw
   *[win] a won game
}. It is proved.
page-review-learn = Learn from your mistakes
page-review-learn-at = Learn from your mistakes: { $at } of { $of }
page-review-learn-about = { $n ->
    [one] There is one move that could have been better. Look for it before you see the answer.
   *[other] There are { $n } moves that could have been better. Look for them before you see the answer.
}
page-review-learn-begin = Begin
page-review-solved = { $n } of { $of } solved
page-review-whose = Whose mistakes
page-review-of = { $side }’s
page-review-none = There is no mistake here to learn from.
page-review-prev = Mistake before
page-review-next = Next mistake
page-review-again = Try again
page-review-answer = Show the answer
page-review-why = Why not { $move }?
page-review-try = Your move again: play for { $side }. No clock runs, and the game stays as it is.
page-review-judging = Looking at it…
page-review-watch = The board shows a line that is not the game. Try again or go on watching.
page-review-best = Better, { $move }.
page-review-good = { $move } is good: it loses nothing that matters.
page-review-bad = { $move } is not it either: { $thrown ->
    [win] the game was won and no longer is
    [draw] the draw was certain and no longer is
   *[no] it costs { $points ->
        [one] one point
       *[other] { $points } points
    }
}. See what follows.
page-review-cost = { $move } { $thrown ->
    [win] threw away a won game
    [draw] threw away a certain draw
   *[no] cost you { $points ->
        [one] one point
       *[other] { $points } points
    }
}. And now you?
page-review-lost = { $move } { $thrown ->
    [win] threw away a won game
    [draw] threw away a certain draw
   *[no] cost { $points ->
        [one] one point
       *[other] { $points } points
    }
}
page-review-later = The analysts speak after you: try first, then see what they saw.
page-review-line-back = One move back in the line
page-review-line-on = One move on in the line
page-compare = { $n ->
    [2] Two analysts
   *[other] Three analysts
}
page-compare-line = On one line
page-compare-front = See its verdict and its layers
page-compare-apart = disagree
page-compare-plays = { $one } would play { $first }; { $two }, { $second }.
page-compare-gap = At { $move } they are { $points } points apart.
page-compare-opposite = On { $move } they see opposite things: what one finds good, another finds bad.
page-compare-agree = All would play { $move }.
page-analyst-more = + Analyst
page-analyst-less = Without { $player }
page-exact = Exact
page-exact-about = { $player } knows what every move is worth, and is always heard unless you hide it.
page-live = Live
page-live-about = Analysis goes with you to every position, and remembers what it found there.

page-layer = Layer
page-layer-none = None
page-layer-off = No layer: just the board. Choose one to see how it thinks.
page-layer-later = When somebody thinks about this position, you can see here how.
page-replay = Watch it come about
page-replay-stop = Pause
page-replay-at = How it was
page-figures = Numbers
page-figures-about = Which numbers are written: those that matter, all or none; the others show when you point
page-figures-are = { $which ->
    [few] few
    [all] all
   *[none] off
}
page-as-table = { $layer }, as a table
page-side = Side
page-link = Link
page-link-needs = Needs
page-link-moves = Moves
page-tag = { $kind ->
    [win] wins, proved
    [draw] draws, proved
    [loss] loses, proved
   *[guess] estimated
}
page-tree = Search tree
page-tree-root = root
page-tree-more = + { $n }
page-tree-best = on the best line
page-tree-cut = cut:
page-graph = Value for { $side } after each move.
page-graph-even = even
page-graph-empty = The value of each move that somebody analyses will appear here
page-to-start = To the start
page-back = Back
page-forward = Forward
page-to-end = To the end
page-study = Study
page-study-about = Watch an algorithm think in slow motion: choose a small position, and go through the thought moment by moment.
page-study-all = All games
page-study-gallery = To the studies
page-study-coming = The thought is being recorded…
page-study-unknown = There is no study called “{ $name }”.
page-study-thinks = { $player } thinks
page-study-slowly = In slow motion
page-study-who = Who thinks
page-study-what = What is this?
page-study-read = Read about it in the book
page-study-time = Time line
page-study-first = To the beginning
page-study-prev = One moment back
page-study-next = One moment on
page-study-last = To the end
page-study-play = Play
page-study-pause = Pause
page-study-speed = Speed
page-study-moment = moment
page-study-of = of { $of }
page-study-at = moment { $n } of { $of }
page-study-more = The thought went on, but no more of it is kept.
page-study-part = Part
page-study-before = Before the first part
page-study-events = Events
page-study-tree = Tree
page-study-facts = Details
page-study-sum = Calculation
page-study-things = On the board
page-study-curves = Over time
page-study-no-sum = Nothing is calculated at this moment.
page-study-no-things = Nothing is drawn on the board yet.
page-study-point = Point at something on the board or press a line to read why it is there. The newest comes first.
page-study-others = … and { $n } more
page-study-because = It follows from:
page-study-no-because = It follows from nothing else: this is where reasons begin.
page-study-all-things = All that is drawn
page-study-own = A position of your own
page-study-game = Game
page-study-position = Position, in the game’s notation
page-study-watch = Watch
page-study-back = The game
page-study-now = now
page-study-waiting = to be visited
page-study-best = best line
page-study-cut = cut, with the comparison that cuts it
page-study-bound = only a bound, not the exact value
page-study-unfold = Show { $n } more
page-study-board = { $game }, moment { $n }
page-study-tried = tried in thought
page-study-nth = ply { $n } of the line

## Server

story-none = { $player } does not tell its thoughts moment by moment. Choose another player.
file-missing = There is no file of rules called “{ $name }” here.
file-exists = There is already a file called “{ $name }”. Choose another name.
file-name-length = A file needs a name of at most { $most } letters in one line.
file-name-built-in = “{ $name }”: names that begin with @ belong to the files that are always there.
setup-never = Positions of { $game } cannot be set up.
setup-off-board = There is no such cell or piece here, or a cell is taken twice.
server-bad-json = The request is not the JSON that was expected (line { $line }, column { $column }): { $why }
server-broken-off = The request broke off: { $why }
server-cannot-listen = Cannot listen at { $address }: { $why }
server-closing = The server is closing.
server-data-damaged = The file of stored games, { $file }, is damaged ({ $why }). Move it away to begin afresh, or bring back a copy.
server-data-folder = The data folder { $folder } cannot be written: { $why }. Choose another with --data.
server-data-in-use = Another Ludoteca is using the data folder { $folder }. End that one, or choose another folder with --data.
server-data-newer = The stored games in { $file } were written by a newer Ludoteca (version { $found }; this one knows { $known }). Use the newer one.
server-data-none = No games are kept in { $folder } yet.
server-data-not-copied = { $file } cannot be written: { $why }
server-data-unsound = The file of the stored games is damaged: { $why }
server-copy-itself = it is the file that is to be copied
server-disk-failed = The stored games in { $file } cannot be read or written: { $why }. Nothing was changed.
server-disk-full = The disk is full: { $file } cannot grow. Nothing was changed; make room and try again.
server-failed = The server could not start: { $why }
server-game-unreadable = The stored game { $id } cannot be read: { $why }
server-game-notes-lost = { $notes ->
    [one] Of the stored game { $id } a note cannot be read.
   *[other] Of the stored game { $id } { $notes } notes cannot be read.
}
rearrange-here = put it here
rearrange-swap = change places with what stands there
rearrange-refused = The piece on { $from } cannot stand on { $to }.
server-machines-turn = It is the turn of { $player }.
server-moved-on = The game has moved on: it is at move { $now }, not { $at }. Perhaps in another tab.
server-no-chance = The system gives no random numbers: { $why }
server-no-game = There is no game “{ $id }”.
server-several-games = Several games begin with “{ $id }”. Write more of the name.
server-no-board = This board is not remembered here; open the game again.
server-no-move = { $player } found no move. The game waits.
server-no-path = There is nothing at { $path }.
server-no-thread = The system gives no thread to think with: { $why }
server-not-over = The game is not over yet.
server-persons-turn = It is a person's turn: there is no machine to make a move.
server-nobody-resigns = No person plays here who could resign.
server-not-json = The request is not JSON (application/json) but “{ $kind }”.
server-other-host = This server does not go by the name “{ $host }”. Open it by the address it printed, or start it with --allow { $host } or with --token.
server-other-origin = Another page may not use this server.
server-open-to-all = At { $host } others than this machine would reach it, and so would any page that one of them looks at. Say --token-file FILE for a word that they have to know, or --allow NAME for each name or address that they may call it by.
server-analysts = At most { $most } players can analyse at once. Leave one out.
server-no-place = There is no place to think right now. Try again.
server-enough = You have asked for { $most } thoughts at once already. Wait until one is done, or stop one.
server-memory = All the memory for thinking is taken: this needs { $needed } MB, and { $taken } of { $most } MB are in use. Try again when somebody has stopped, or choose a smaller table.
server-memory-kept = This needs { $needed } MB, and { $taken } of { $most } MB are in use. The last { $kept } MB are kept for what people wait for more urgently. Try again when somebody has stopped, or choose a smaller table.
server-memory-own = This needs { $needed } MB, and you hold { $own } MB of the memory for thinking. Nobody may hold more than { $most } MB, so that there is some for the others. Stop something else first, or choose a smaller table.
server-panic = Something went wrong inside Ludoteca. The game is as it was stored.
server-no-engines = Other programs may play here only if the server was started with --token, so that nobody else’s page can start them.
server-player-fell = { $player } failed while thinking. { $why } The game waits.
server-port-in-use = { $address } is in use already, perhaps by another Ludoteca. Choose another port with --port.
server-query = The address is not understood: { $why }
server-token-needed = This server asks for its token: open the address with ?token= that was printed when it started.
server-too-large = The request is too large: at most { $limit } bytes.
server-too-slow = The request took too long to arrive.
server-wrong-method = { $method } is not possible here.

## Command line

cli-about = Board games to play, analyse and understand.
cli-after =
    Without a command Ludoteca opens for your browser, as with ludoteca serve.

    Examples:
      ludoteca play connect4
      ludoteca think connect4 --player alphabeta --position 4435 --time 2
      ludoteca match connect4 --a mcts:playouts=500 --b alphabeta:depth=4 --games 40
cli-serve-about = Opens Ludoteca for your browser
cli-serve-host = The address it listens at
cli-serve-port = The port it listens at; 0 is any that is free
cli-serve-token = A word that whoever uses it has to know. Others on this machine can see it in the list of programs: --token-file and LUDOTECA_TOKEN say it unseen
cli-serve-token_file = The file in which that word stands
cli-serve-allow = A further name or address by which it may be called, several divided by commas; without a word that is to be known, it serves other machines only by such names
cli-serve-memory = How many megabytes all those who think may take together; half of what the machine has if nobody says
cli-serve-workers = Where the queue of the workers is, nats://HOST: the page shows who works there and what is left
cli-serve-empty-token = There is no word in { $file }.
cli-serve-log = How much it writes on stderr of what goes wrong: off, error, warn, info, debug or trace; LUDOTECA_LOG says it for every time, and otherwise it is warn
cli-serve-open = Opens the page in your browser, also where Ludoteca runs already
cli-serve-no-browser = The browser could not be opened: { $why }.
cli-games-about = Lists the games, their options, and the players each game has
cli-play-about = Plays a game here in the terminal
cli-play-first = Who begins; human if nobody says
cli-play-second = Who answers; mcts:playouts=2000 if nobody says
cli-play-choose = Asks who plays, and after a game whether to play again; as at a terminal when nobody is named
cli-play-letters = The letters of the stones, first that of whoever begins: OX
letters-wrong = Give --letters two different letters, first that of whoever begins: OX.
letters-many = In { $game } a side has several kinds of pieces, so --letters cannot name them.
cli-play-seed = The number that chance follows from; another one every time if nobody says
cli-think-about = Asks a player what it thinks of a position
cli-think-player = Who is asked; ludoteca games lists everybody
cli-think-story = Tells how it comes to its move, moment by moment; without keys, with those that keep the story short
cli-think-no-story = { $player } tells no story here. ludoteca think without --story says what it thinks.
cli-think-story-more = The search went on; this is all there is room to tell.
cli-perft-about = Counts the ways to play so many moves, which shows whether the rules are right
cli-perft-depth = How many moves, counting both sides; in Arimaa, whole turns
cli-solve-about = Says who wins a position with best play, and what each move is worth
cli-solve-outcome = Stops as soon as it is known who wins; of the moves only what is known then is told
cli-solve-guide = Who says where to look first, which changes how long it takes and nothing that it proves: none, net. In Hex it is the net from 7x7 on if nobody says
cli-book-about = Makes the opening book of Connect Four, or checks one; writes the book to read
cli-book-make-about = Solves every position after so many moves and makes the book. Scores are noted in FILE.scores, and the same command goes on where it was stopped
cli-book-make-file = The file the book is written to
cli-book-make-plies = How many moves the book reaches, counting both sides
cli-book-make-jobs = How many positions are solved at the same time
cli-book-make-memory = Memory for positions already seen, in megabytes
cli-book-check-about = Checks that a book is whole and right: every score against its successors, and some by solving them again
cli-book-check-file = The book; without it, the one that comes with the program
cli-book-check-positions = How many positions of the last move are solved again
cli-engine-about = Plays Hex (in HTP, for HexGui and others) or Arimaa (in AEI) for other programs
cli-engine-player = Who plays; if nobody says, the strongest
cli-engine-time = Seconds for each move where no clock is set
cli-engine-seed = The number chance follows from; another one every time if nobody says
cli-engine-no-protocol = There is no engine protocol for { $game }; there is one for { $list }.
cli-match-about = Lets two players play many games and says who is stronger
cli-match-a = The player whose strength is asked for
cli-match-b = Its opponent
cli-match-games = How many games; the players change sides every game
cli-match-opening_plies = Each pair of games begins with so many random moves
cli-match-openings = Each pair of games begins with a position of this file, which has one a line
cli-match-time = Seconds for each move
cli-match-time_a = Seconds for each move of A, if not as many as for B
cli-match-time_b = Seconds for each move of B, if not as many as for A
cli-match-nodes = Positions looked at for each move
cli-match-game_time = Seconds for the whole game; whoever has none left loses
cli-match-increment = Seconds more after each move, with --game-time
cli-match-jobs = How many games are played at the same time
cli-ladder-about = Plays our own players and levels against each other and rates them on one scale
cli-ladder-games = About how many games each of them plays; both sides get each opening
cli-ladder-player = Who takes part, once for each; all players of ours and their levels if nobody is named. The first is called 0, or random where it takes part
cli-ladder-opening_plies = Each pair of games begins with so many random moves; 2 if nothing is said
cli-ladder-openings = Each pair of games begins with a position of this file, which has one a line: even ones tell players apart soonest
cli-ladder-time = Seconds for each move; 0.1 if nothing is said
cli-ladder-nodes = Positions looked at for each move
cli-ladder-jobs = How many games are played at the same time
cli-ladder-heads-player = Player
cli-ladder-heads-elo = Elo
cli-ladder-heads-from = from
cli-ladder-heads-to = to
cli-ladder-heads-step = above the next
cli-ladder-heads-games = Games
cli-ladder-step = { $diff } (from { $low } to { $high })
cli-ladder-few = A ladder needs two players or more.
cli-ladder-stopped = Stopped; this is what the games so far say.
cli-ladder-scale = { $anchor } is called 0. The intervals hold with a certainty of 95%.
ladder-level = { $player }: { $level }
cli-convert-about = Writes a game of a file in another format
cli-convert-file = The file with the game: SGF, PDN, XML, JSON, an Arimaa record or what save writes; also a HexWorld link, or - for the standard input
cli-convert-to = The format: sgf or hexworld (Hex), c4 (Connect Four), arimaa (Arimaa), pdn (checkers), xml, json, text, svg or png (any game)
cli-convert-game = Which game of a file that holds several (SGF, PDN), from 1; the first if nobody says
cli-convert-pixels = How many dots a picture as PNG is wide, from 16 to 4000; 1000 if nobody says
cli-convert-out = The file it is written to; the standard output if nobody says
cli-library-about = The stored games of the page: lists, exports, imports, checks and copies them, also while ludoteca serve is running
cli-library-list-about = Lists the stored games, the one last touched first
cli-library-list-game = Only games of this kind, such as hex
cli-library-list-limit = At most so many; all of them if nobody says
cli-library-export-about = Writes stored games as files: one for each, or all into one where the format has a place for several (SGF, PDN)
cli-library-export-ids = The games, by their names in the list; as much of the beginning as no other game shares will do
cli-library-export-all = All games, the one last touched last
cli-library-export-game = All games of this kind, such as hex
cli-library-export-to = The format: sgf or hexworld (Hex), c4 (Connect Four), arimaa (Arimaa), pdn (checkers), xml, json, text, svg or png (any game)
cli-library-export-out = The file they are written to, or the folder, where each gets a file of its own; the standard output if nobody says
cli-library-import-about = Adds every game of every file to the stored games, but for those that are there already in exactly the same form
cli-library-import-files = Files with games, as convert reads them: SGF, PDN, XML, JSON, Arimaa records or what save writes; also HexWorld links, or - for the standard input
cli-library-check-about = Checks the file of the stored games, and reads every game and plays it again
cli-library-backup-about = Copies all that is stored into one file, also while ludoteca serve is running. To go back to it, put it in an empty folder as ludoteca.db and name the folder with --data
cli-library-backup-file = The file that the copy becomes
cli-rules-about = Checks files of rules for Connect Four and shows what their rules say
cli-rules-check-about = Says whether a file of rules is right, and everything that is wrong with it
cli-rules-check-file = The file of rules; @rules and @heuristic are built in
cli-rules-report-about = Shows which rules fire in a position, where, and which column they choose
cli-rules-report-file = The file of rules; @rules and @heuristic are built in
cli-rules-report-level = How exactly the scores are seen: 1 very blurred, 2 a little, 3 exactly
cli-rules-report-html = Also writes the report as a page of its own into this file
cli-rules-show-about = Shows a file of rules; of the built-in ones also what each rule is for
cli-rules-show-file = The file of rules; @rules and @heuristic are built in
cli-stress-about = Measures how fast this machine plays Hex with each algorithm, on one processor and on all (Hextress)
cli-stress-sizes = The sizes of the boards, divided by commas; from 3 to 6 with bridges only and to 8 at the levels if nobody says
cli-stress-levels = How it plays, divided by commas: bridges (bridges only, but farther ahead), normal, expert; all of them if nobody says
cli-stress-save = Keeps the measurement in this file
cli-stress-compare = Sets the measurements of these files side by side; with --sizes, --levels or --save this machine is measured, too
cli-stress-html = Also writes table and plots as a page of its own into this file
cli-bench-about = Measures how fast the rules are
cli-bench-playouts-about = Plays random games on one processor and counts them
cli-bench-playouts-seconds = How long
cli-help-about = Explains a command
cli-help-command = The command
cli-completions-about = Writes what a shell needs to complete these commands
cli-completions-shell = The shell: bash, zsh, fish, powershell or elvish
cli-manual-about = Writes a page of the manual for each command, for man
cli-manual-folder = The folder the pages are written to
cli-manual-written = { $pages } pages are in { $folder }.
cli-manual-name = Name
cli-manual-synopsis = Synopsis
cli-manual-arguments = Arguments
cli-manual-options = Options
cli-manual-commands = Commands
cli-manual-examples = Examples
cli-manual-see = See also
cli-licences-about = Says whose work is part of this program, and on what terms
cli-licences-texts = Shows the licences themselves
cli-licences-own = Ludoteca itself, its nets, its puzzles and its book: { $licence }.
cli-licences-others = { $libraries ->
        [one] One library by others is part of this program:
       *[other] { $libraries } libraries by others are part of this program:
    }
cli-licences-texts-where = ludoteca licences --texts shows the licences themselves.
cli-arg-game = The game, or gdl:FILE for one that a file describes; ludoteca games lists them all
cli-arg-position = A position in the game’s own notation, or @FILE to read it from a file, also the end of a game in SGF, XML or JSON
cli-arg-time = Seconds to think
cli-arg-nodes = Positions to look at
cli-arg-seed = The number that chance follows from; the same number, the same result
cli-arg-json = Answers with one JSON document
cli-arg-data = The folder your games are kept in; the usual place of your system if nobody says
cli-arg-force = Writes over what is there already
cli-arg-lang = The language: en or es; the system’s if nobody says
cli-arg-languages = A folder with further languages, in files such as fr.ftl
cli-arg-help = Shows this help
cli-arg-version = Shows the version
cli-with-default = { $help } (default: { $value })
cli-option = { $help } ({ $games })
cli-option-game = { $game }: { $range }
cli-option-game-default = { $game }: { $range }, default { $value }
cli-heading-usage = Usage:
cli-heading-commands = Commands
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-usage-options = [OPTIONS]
cli-value-command = COMMAND
cli-value-game = GAME
cli-value-player = PLAYER
cli-value-position = POS
cli-value-letters = LETTERS
cli-value-levels = LEVELS
cli-value-seconds = SECONDS
cli-value-depth = DEPTH
cli-value-file = FILE
cli-value-format = FORMAT
cli-value-folder = DIR
cli-value-host = HOST
cli-value-port = PORT
cli-value-token = TOKEN
cli-value-net = NET
cli-value-shell = SHELL
cli-value-name = NAME
cli-value-level = LEVEL
cli-value-lang = LANG
cli-value-sizes = SIZES
cli-value-n = N
cli-value-value = VALUE
cli-see = See { $command } --help.
cli-allowed-seconds = a number of seconds above 0
cli-allowed-time = a number of seconds above 0 and up to 1,000,000,000
cli-bad-value = “{ $value }” does not fit { $option }. { $see }
cli-no-value = { $option } needs a value. { $see }
cli-value-unwanted = { $option } takes no value. { $see }
cli-unknown-option = There is no option “{ $option }” here. { $see }
cli-unknown-option-near = There is no option “{ $option }” here. Did you mean { $near }? { $see }
cli-extra-word = “{ $word }” is one word too many. { $see }
cli-unknown-command = There is no command “{ $name }”. There are { $list }.
cli-unknown-command-near = There is no command “{ $name }”. Did you mean { $near }?
cli-no-command = A command is missing. There are { $list }.
cli-missing = Something is missing: { $list }. { $see }
cli-twice = { $option } is given twice; once is enough.
cli-conflict = { $one } and { $two } exclude each other.
cli-not-text = The command line has a word that is not text.
cli-not-understood = I do not understand this command. { $see }
cli-broken = Something broke inside Ludoteca, at { $place }; please report it: { $what }
cli-output = The answer cannot be written: { $why }
cli-input = The input cannot be read: { $why }
cli-file = { $file }: { $why }
cli-file-too-large = { $file }: it is too large; a file for a player has at most { $most } bytes.
cli-in-file = { $file }: { $why }
cli-file-other-game = The file holds a game of { $game }.
cli-file-option = The file holds a game with { $name } { $value }, and { $given } was asked for.
cli-convert-first = The file holds { $games } games, and this is the first. --game N takes another.
cli-convert-done = The game is in { $file }.
cli-convert-pixels-png = --pixels says how wide a picture is, and goes with --to png alone.
cli-no-text-for-terminal = What comes is not text, and nobody could read it here. Name a file with --out.
cli-library-head-id = Name
cli-library-head-game = Game
cli-library-head-first = First
cli-library-head-second = Second
cli-library-head-result = Result
cli-library-head-plies = Moves
cli-library-head-touched = Last touched
cli-library-none = No such games are kept in { $folder }.
cli-library-some = { $shown } of { $of } games. --limit N shows more.
cli-library-hidden = { $games ->
    [one] One more game is kept that cannot be read; ludoteca library check says why.
   *[other] { $games } more games are kept that cannot be read; ludoteca library check says why.
}
cli-library-export-what = Which games? Name them, or all of a kind with --game, or all with --all.
cli-library-export-where = As { $format } every game is a file of its own: name a folder for them with --out.
cli-library-there = { $file } is there already. --force writes over it.
cli-library-exported = { $games ->
    [one] One game is in { $file }.
   *[other] { $games } games are in { $file }.
}
cli-library-leaves-out = { $games ->
    [one] Left out of one game, as { $format } has no place for it: { $what }
   *[other] Left out of { $games } games, as { $format } has no place for it: { $what }
}
cli-library-others = { $games ->
    [one] One game of another kind cannot be written as { $format } and was left out.
   *[other] { $games } games of other kinds cannot be written as { $format } and were left out.
}
cli-library-refused = { $id }: { $why }
cli-library-not-all-exported = { $refused ->
    [one] One game was not exported.
   *[other] { $refused } games were not exported.
}
cli-library-game-refused = { $file }, game { $number }: { $why }
cli-library-added = { $file }: added { $added }, there already { $there }, refused { $refused }.
cli-library-not-all-added = { $refused ->
    [one] One file or game was refused.
   *[other] { $refused } files or games were refused.
}
cli-library-stopped = Stopped. What is said to be added is added; the same command goes on with the rest.
cli-library-whole = { $games ->
    [0] The file is whole, and there is no game in it.
    [one] The file is whole, and so is the one game in it.
   *[other] The file is whole, and so are all { $games } games in it.
}
cli-library-damaged = { $faults ->
    [one] One fault was found
   *[other] { $faults } faults were found
} ({ $games ->
    [one] one game
   *[other] { $games } games
} looked at). Keep a copy of the folder before anything else is done to it.
cli-library-backed-up = { $games ->
    [one] A copy with one game is in { $file }.
   *[other] A copy with all { $games } games is in { $file }.
}
cli-in-line = { $file }, line { $line }: { $why }
cli-file-empty = { $file }: there is no position in it.
cli-io-missing = it does not exist.
cli-io-denied = you are not allowed to.
cli-io-folder = it is a folder.
cli-io-not-folder = a part of the path is not a folder.
cli-io-full = the disk is full.
cli-io-read-only = the disk can only be read.
cli-io-not-text = it is not text.
cli-side = { $name } ({ $letter })
cli-to-move = { $side } to move.
cli-win-in = { $plies ->
    [one] wins at once
   *[other] wins in { $plies } moves, counting both sides
}
cli-loss-in = { $plies ->
    [one] loses at once
   *[other] loses in { $plies } moves, counting both sides
}
cli-serve-ready = Ludoteca is open. Ctrl-C closes it.
cli-serve-open-network = Other machines on your network can reach it too.
cli-no-home = I do not know where to keep your games. Name a folder with --data.
cli-games-list = Players: { $list }
cli-games-default = { $range } (default: { $value })
cli-range = { $low }–{ $high }
cli-range-up = { $low } or more
cli-range-words = any words
cli-range-file = a file
cli-games-players = Players
cli-games-after = A player is written name or name:key=value,key=value, for instance mcts:playouts=500.
cli-perft = { $depth ->
    [one] There are { $nodes } ways to play one move, counted in { $seconds } s.
   *[other] There are { $nodes } ways to play { $depth } moves, counted in { $seconds } s.
}
cli-perft-turns = { $depth ->
    [one] One turn can end in { $nodes } positions, by { $sequences } sequences of steps; counted in { $seconds } s.
   *[other] { $depth } turns can be played in { $nodes } ways if those with the same end are one, by { $sequences } sequences of steps; counted in { $seconds } s.
}
cli-bench = { $games } random games in { $seconds } s: { $rate } games and { $moves } moves a second.
cli-bench-cpu = { $seconds } s of that on the processor: { $rate } games and { $moves } moves a second of its time.
cli-think-over = In this position the game is over; there is nothing to think about. { $reason }
cli-solve-told = { $outcome ->
    [win] { $side } wins with best play.
    [loss] { $side } loses against best play.
    [draw] With best play nobody wins.
   *[other] { $side } to move: there was not enough time to find out who wins.
}
cli-solve-score = Score: { $score }
cli-solve-move = { $outcome ->
    [win] wins
    [loss] loses
    [draw] draws
   *[other] not known
}
cli-book-write-about = Writes the book to read, in both languages, as a folder of pages in which every board is a picture made anew
cli-book-write-dir = The folder
cli-book-written = { $pages } pages are in { $folder }.
cli-book-stopped = Stopped. { $done } of { $all } positions are solved; the same command goes on from here.
cli-book-made = The book is in { $file }: { $bytes } bytes.
cli-book-note = a line is the number of a position of this book, a space, and its score from −21 to 21
cli-book-wrong = The book is wrong about the position { $position }.
cli-book-right = The book is right: { $count } positions up to move { $plies }, each as good as its best successor; { $solved } of the last move solved again.
cli-think-progress = { $ply }  { $value }  { $nodes } positions
cli-think-move = It plays { $ply }.
cli-think-lines = What it expects:
cli-think-counts = { $nodes ->
    [one] One position in { $seconds } s.
   *[other] { $nodes } positions in { $seconds } s.
}
cli-think-depth = { $depth ->
    [one] { $counts } It looked one move ahead.
   *[other] { $counts } It looked { $depth } moves ahead.
}
cli-match-stronger = { $player } is stronger.
cli-match-open = So far nobody can say who is stronger.
cli-match-nothing = No game was played to its end.
cli-match-player = Player
cli-match-won = Won
cli-match-drawn = Drawn
cli-match-lost = Lost
cli-match-above = A is { $diff } Elo points above B; from { $low } to { $high } with a certainty of 95%.
cli-match-below = A is { $diff } Elo points below B; from { $low } to { $high } with a certainty of 95%.
cli-match-counts = { $games ->
    [one] One game in { $seconds } s; whoever began won { $first }.
   *[other] { $games } games in { $seconds } s; whoever began won { $first }.
}
cli-match-repeated = { $games ->
    [one] One game is the same as an earlier one and says nothing new; the Elo points count it once.
   *[other] { $games } games are the same as earlier ones and say nothing new; the Elo points count each once.
}
cli-match-forfeits = { $forfeits ->
    [one] One game was lost by a mistake of the program, not by play.
   *[other] { $forfeits } games were lost by a mistake of the program, not by play.
}
cli-match-fault = Game { $game }, lost by { $player }: { $reason }
cli-match-stopped = Stopped after { $games } of { $of } games.
cli-play-trouble = The game waits. Enter lets { $side } try again; level PLAYER seats somebody else; undo, save and quit work too.
cli-play-resigns = { $side } resigns.
cli-play-welcome = Type your move, or help to see what else you can do.
cli-play-player = { $side }: { $player }
cli-play-your-turn = Your move, { $side }.
cli-play-plays = { $side } plays { $ply }.
cli-play-plays-guess = { $side } plays { $ply }. It gives itself { $value }.
cli-play-plays-proved = { $side } plays { $ply }. Proved: it { $value }.
cli-play-values = Its values:   { $list }
cli-play-score = Score: player 1 ({ $one }) { $ones }, player 2 ({ $two }) { $twos }, draws { $draws }.
cli-play-again = Play again? (yes or no; Enter: no)
cli-play-again-how = Answer yes or no.
cli-play-sides-change = Sides change: whoever was second begins now.
cli-choose-player = Player { $number }, { $side }:
cli-choose-which = Who plays? (a number from 1 to { $most }, or a player such as mcts:playouts=500; Enter: { $usual })
cli-choose-range = The players go from 1 to { $most }.
cli-choose-level = Level? ({ $list }; Enter: { $usual })
cli-choose-file = File of rules? (Enter: { $usual })
cli-choose-ready = Player { $number } is ready: { $player }
cli-choose-input-ended = The input ends here, before everybody was chosen; there is no game.
cli-play-thinks = { $side } thinks
cli-play-refused = “{ $word }”: { $why }
cli-play-won = { $side } wins. { $reason }
cli-play-drawn = A draw. { $reason }
cli-play-input-ended = { $moves ->
    [one] The input ends here, after one move; so does the game.
   *[other] The input ends here, after { $moves } moves; so does the game.
}
cli-play-bye = Until next time.
cli-play-moves = Moves you can make now: { $list }
cli-word-hint = Shows a good move
cli-word-undo = Takes back your last move, and the answer to it
cli-word-redo = Plays again what you took back
cli-word-level = Says who plays and how strong; level 2 or level mcts:playouts=100 changes it
cli-word-swap = Takes over the first move, in games that allow it
cli-word-save = Saves the game: save FILE; with .sgf, .xml or .json at the end, in that format
cli-word-end = Ends your turn, in games with turns of several steps
cli-word-resign = Gives the game up
cli-word-help = Shows this
cli-word-quit = Leaves the game
cli-play-level-help = To change it: level NUMBER, level PLAYER, level first PLAYER or level second PLAYER.
cli-games-levels = Levels: { $list }
cli-play-levels = Levels: { $list }
cli-play-level-none = { $player } has no levels.
cli-play-level-range = { $player } has levels from 1 to { $most }.
cli-play-level-whose = Say whose: level first PLAYER or level second PLAYER.
cli-play-no-end = In this game a turn is one move; there is nothing to end.
cli-play-no-swap = This game has no swap.
cli-play-no-swap-now = You cannot swap now.
cli-play-saved = Saved in { $file }.
cli-play-save-where = Say where: save FILE.
cli-play-save-board = This game began from a board that was set up, and a list of moves cannot say that. Nothing was saved.
cli-play-save-other = { $file } is there already and is not a game of Ludoteca. Nothing was saved; choose another name.

## Files of games

page-save = Save
page-save-sgf = SGF, for any program of Hex
page-save-xml = XML, for other programs
page-save-json = JSON, for scripts
page-save-text = Text, for ludoteca play
page-save-c4 = Columns played
page-save-arimaa = Arimaa record, for any program of Arimaa
page-save-pdn = PDN, for any program of draughts
page-save-seen = The board as you see it now (SVG)
page-save-svg = The position as a picture (SVG)
page-save-png = The position as a picture (PNG)
page-save-hexworld = Copy a HexWorld link
page-save-link = The link
file-part-variations = variations
file-part-comments = comments
file-part-line-names = names of variations
file-part-signs = signs
file-part-marks = marks and arrows
file-part-colours = colours of marks
file-part-times-used = time used
file-part-times-left = time left
file-part-values = values
file-part-players = names of the players
page-open = Open a game
page-open-about = An SGF, PDN, XML or JSON file, an Arimaa record, a HexWorld link, or a game described in GDL. You can also drop a file anywhere on this page.
page-open-choose = Choose a file
page-open-link = A link, or the text of a file
page-open-go = Open
page-open-done = The game is open.
file-unread = There is no place here for this that the file says: { $names }.
file-first-game = The file holds { $games } games, and the first is open here.

file-at = Line { $line }, column { $column }: { $why }
file-move = Move { $number }: { $why }
file-too-large = The file is larger than { $most } MB, and no game needs that much.
file-not-text = From here on the file is not text in UTF-8.
file-unknown = This is no game that Ludoteca can read. It reads Hex from SGF files and HexWorld links, Arimaa from its records, checkers from PDN files, and any game from XML, from JSON and from what “save” writes.
file-several-games = The file holds { $games } games, and one is needed here. “ludoteca convert FILE --game N --to FORMAT --out NEW” puts one of them into a file of its own.
file-no-such-game = There is no game { $number } here: the file holds { $games ->
        [one] 1 game
       *[other] { $games } games
    }.
file-turn = It is { $side }’s turn here.
file-black = Black
file-white = White
file-moves-only = This format holds only moves from the usual beginning, and this game began from a board that was set up. SGF, XML and JSON can hold it.
file-left-out = Left out, as this format has no place for them: { $comments ->
        [one] 1 comment
       *[other] { $comments } comments
    } and { $variations ->
        [one] 1 variation
       *[other] { $variations } variations
    }.
format-unknown = There is no format “{ $name }”; there are { $list }.
format-not-of-game = { $game } cannot be written as { $name }, only as { $list }.
hex-unequal = A board of Hex has edges of equal length here, and this one has { $columns } columns and { $rows } rows.
hex-no-pass = In Hex there is no pass.
sgf-no-tree = An SGF file has its game in parentheses, “(;” and so on, and here there is none.
sgf-not-closed = The file ends before the parentheses are closed.
sgf-unexpected = “{ $found }” has no meaning here; “;”, “(”, “)” or a property such as B[f6] would.
sgf-no-value = After “{ $name }” a value in brackets is missing, such as { $name }[f6].
sgf-value-open = This value never ends: its closing bracket is missing.
sgf-other-game = This file is of another game, number { $game } of SGF; Hex is 11.
sgf-size = “{ $found }” is no size; SZ[11] would be one.
sgf-colour = “{ $found }” is no colour; B and W are.
sgf-not-a-cell = “{ $found }” is no cell of this board.
sgf-late-setup = Stones can be set up before the first move, not between moves.
hexworld-empty = This link has no game in it: the game stands after “#”.
hexworld-size = A link begins with the size of the board, such as 11.
hexworld-unexpected = “{ $found }” has no meaning here.
hexworld-special = “{ $found }” is nothing that HexWorld writes: it has :s and :S for a swap, :rb and :rw for a resignation, :fb and :fw for a forfeit.
xml-not-a-game = A game begins with <game name="…">.
xml-not-a-game-but = A game begins with <game name="…">, and this is <{ $found }>.
xml-after-game = After </game> there is nothing more.
xml-no-name = <game> has to say which game it is: name="hex".
xml-cell = The board has no cell { $found }.
xml-time = { $found } is no time: times are whole numbers of milliseconds.
xml-doctype = A document type (<!DOCTYPE …>) is not read, as it can make a small file grow without end. Leave it out.
xml-broken = This is not well-formed XML.
xml-end-tag = This is not well-formed XML: </{ $expected }> should be here, not </{ $found }>.
xml-entity = “&{ $name };” is not known. There are &amp;, &lt;, &gt;, &quot;, &apos; and characters by their number.
xml-inside = <{ $name }> holds only words.
xml-element = <{ $name }> is no part of a game; there are player, position, comment, move, variation and result.
xml-attribute = <{ $element }> has no { $name }.
xml-attributes = An element has at most { $most } attributes.
xml-stray = Between the moves there are no other words; a <comment> may hold them.
xml-not-closed = The file ends before </game>.
xml-variation = A <variation> stands after the move it could replace.
xml-late = <{ $name }> stands before the first move or comment.
xml-result-aside = The result is that of the whole game, not of a variation.
json-ends = The text ends here, and something is still open: a bracket, a brace or a quotation mark.
json-none = This is not written as JSON.
json-broken = This is JSON, but not of a game: what stands here does not belong here.
json-unknown = This is JSON, but not of a game: a game has no “{ $name }”.
json-missing = This is not the whole JSON of a game: it lacks “{ $name }”.
json-end = A game does not end by “{ $by }”; what there is: resigned, late, illegal, crash, stall, garbage, memory, forfeited and unsaid with the side that lost, adjudicated, agreed, interrupted.
json-after = “after” is the number of an earlier move, below { $number }, or 0 for the beginning.

## PDN

pdn-tag = A tag is a name and its value in quotes, [White "Ana"], and this is none.
pdn-other-game = This file is of another kind of draughts, number { $kind } of PDN; English draughts is 21.
pdn-comment-open = This comment never ends: its closing brace is missing.
pdn-variation-open = This variation never ends: its closing parenthesis is missing.
pdn-not-open = No variation is open here that could be closed.
pdn-no-move-before = A variation stands after the move that it replaces, and here there is none.

## Studies

study-rules = Rules, one by one
study-rules-about = Each column of Connect Four earns its points from rules that anybody can read.
study-perfect = Proving by yes or no
study-perfect-about = How good is the position? The solver asks only whether it is better than a number, until one number is left.
study-distance = The shortest way
study-distance-about = From an edge the search spreads a stone farther each time, until it meets the other edge.
study-dijkstra = Two shortest ways
study-dijkstra-about = What both sides still need, and how a stone changes both counts.
study-hexodus = Connections and current
study-hexodus-about = Which stones are as good as joined, step by step from neighbours to whole chains; then the current that flows from edge to edge.
study-proof = Proof numbers
study-proof-about = How many positions are still missing for a proof, and how many for a refutation: the search always goes where least is missing.
study-neural = A net, and what corrects it
study-neural-about = At a glance the net knows which moves look good; each line that is tried confirms or corrects that, until it likes another move better.
study-strong = Arimaa, step by step
study-strong-about = What the detectors of goals and captures see before anything is searched, and the turns that are followed farther and farther.
study-ants = A colony of ants
study-ants-about = One ant after another walks through the game, chooses by trail and by eye, and leaves a trail of its own.
study-minimax = Minimax to the end of tic-tac-toe
study-minimax-about = Four empty cells: every line of play is followed to its end, and values are handed up.
study-alphabeta = Alpha-beta in tic-tac-toe
study-alphabeta-about = The same four cells: whatever could not change the choice is cut, with the comparison that cuts it.
study-minimax-hex = Minimax in Hex
study-minimax-hex-about = Three plies ahead on a board of three by three: the smaller value of the replies counts.
study-alphabeta-hex = Alpha-beta in Hex
study-alphabeta-hex-about = The same three plies with α and β: how much need not be looked at.
study-mcts = Playing at random, and counting
study-mcts-about = Twenty-four random games of tic-tac-toe: how the tree grows, and by which sum each move is chosen.
study-mcts-hex = Random games of Hex
study-mcts-hex-about = A larger tree on a board of four by four: good moves are tried more often.

## Hexodus

level-normal = Normal
player-hexodus = Sees which stones are as good as joined, lets current flow from edge to edge, and looks some moves ahead. After the program of 2007 with its two levels and two algorithms; ours adds must-play regions, cells filled in for nothing, a stated width, bounds for resistances, Cholesky’s method in place of Gauss’s, and at its best the solver and what the shapes around a cell are worth.
key-hexodus-level = How hard it thinks: one move ahead by the stones missing on the shortest ways (beginner), two by circuits of what touches (casual), with bridges (club) or with the usual connections (normal), three with more of them (expert), or first with the solver and then on from the most promising moves as long as its time lasts (master)
key-hexodus-table = Room for the solver of the level master, in megabytes
key-hexodus-eval = How it judges a position: by the resistance of both circuits (circuit), by the stones missing on the shortest ways over connections (path), or by the circuits and what stands where their current flows, with fitted weights (fitted); as its level does if nobody says
key-hexodus-width = How many moves it looks at on boards larger than 6 by 6
key-hexodus-mode = How first moves are searched, with the same best move and value: one after another with pruning among them (sequential), each handed to a thread without it (parallel), the first alone and the others on threads against its value (shared), or as threads, processors and board suggest (auto)
layer-connections = Virtual connections
connections-won = { $side } has joined its edges, whatever the other side does; it takes at most { $moves } moves of both.
connections-wins = { $side } joins its edges by playing { $cell }.
connections-open = Nobody has joined the edges yet. Point at a line to see the cells it needs.
connections-whole = holds even if the other side moves first
connections-semi = holds if its own side moves first
layer-must-play = Where to play
must-play-some = { $count ->
    [one] { $side } has to play on the one cell that is marked: any other move lets { $other } join its edges.
   *[other] { $side } has to play on one of { $count } cells: any other move lets { $other } join its edges.
}
must-play-none = Wherever { $side } plays, { $other } joins its edges.
must-play-label = must be played
must-play-reason = Every way in which { $other } would join its edges next needs this cell.
layer-inferior = Cells not worth trying
inferior-sentence = { $count ->
    [one] One cell need not be tried. Point at it to see why.
   *[other] { $count } cells need not be tried. Point at one to see why.
}
inferior-dead = dead
inferior-dead-reason = { $cell } is dead: whatever is played around it, no stone there joins anything.
inferior-captured = as good as { $side }’s
inferior-captured-reason = { $cell } is as good as { $side }’s: if { $other } plays there, { $side } answers beside it and the stone is dead.
inferior-answered = answered
inferior-answered-reason = If { $side } plays { $cell }, { $other } answers { $better }, and the stone is dead.
inferior-dominated = another is better
inferior-dominated-reason = { $better } gives { $side } all that { $cell } gives.
layer-current = Current of { $side }
current-most = { $percent } percent of { $side }’s current flows through { $cell }. The resistance is { $resistance }.
current-joined = { $side } is joined: there is no resistance.
current-none = No current flows: { $side } has no way left.
hexodus-circuit = Current meets a resistance of { $red } from edge to edge for Red and of { $blue } for Blue. E = { $blue } / { $red } = { $ratio }; its logarithm is { $log }, and more is better for Red.
hexodus-by-circuit = the circuits
hexodus-by-path = the shortest ways over connections
hexodus-by-fitted = the circuits and what stands where their current flows
hexodus-promise-current = the current through its cell
hexodus-promise-fitted = the current through its cell, what stands around it and where the last moves were made
hexodus-fitted = What each shape around a cell is worth are weights from tables, fitted to positions of games that our own net had played and judged. While it plays no net is asked.
hexodus-width = It looks { $depth } moves ahead, at up to { $width } moves in each position: those with the most current that can still save the game. Then it judges by { $judge }.
hexodus-whole = It looks { $depth } moves ahead, at every move that can still save the game. Then it judges by { $judge }.
hexodus-explores = If it had already looked at the opponent’s reply, it begins with what it saw then. Each time it goes on from the move that promises the most, by { $promise } and by what came of it so far, as long as its budget lasts; the new position is judged by { $judge }. The solver had a share of the budget before and did not decide the game, and is asked again whether the move that was found loses. Positions that it goes on from often have their connections worked out anew, the farther the more often, and there ways may also share cells that a stone on one of their ends would capture.
hexodus-sequential = First moves are searched one after another, each against the best so far, so that alpha-beta prunes at the first level as well.
hexodus-parallel = { $threads ->
    [one] Each first move is searched for itself, on one thread: nothing is pruned at the first level.
   *[other] Each first move is handed to one of { $threads } threads: nothing is pruned at the first level.
}
hexodus-shared = { $threads ->
    [one] The first move is searched alone, then the others on one thread against its value.
   *[other] The first move is searched alone, then the others on { $threads } threads against its value.
}
hexodus-adds = Beside the Hexodus of 2007: dead and captured cells are filled in before; only moves of the must-play region are searched that no other makes needless, above 6 by 6 a stated width of them; resistances are found by Cholesky’s method instead of Gauss’s, and judged from { $least } to { $most }.
hexodus-limits = Connections are kept up to limits, which the project of 2007 does not name. Virtual ones for two ends: { $fulls }; semi-connections: { $semis }; cells of each: { $cells }; semi-connections that OR puts together: { $ors }.
hexodus-opens = The first move is from a table: the centre, or with a swap a cell that neither side is glad of.
hexodus-swaps = The first stone is a strong one, so it is taken over.
hexodus-keeps = The edges are joined, by a virtual connection or by the solver’s proof. From now on every move in it is answered.
hexodus-lost = The other side has joined its edges, by a virtual connection or by the solver’s proof. What is left is to make it prove that.
hexodus-tree = { $ply } comes out best. Each branch shows what it is worth and the best reply.

# neural and the files of nets
player-neural = Has taught itself by playing against itself: a net sees at a glance where to play and who stands better, and a search tries that out. In Hex, after half a million games and with connections and the solver beside it, it is the strongest player here; Connect Four, Breakthrough and Arimaa have nets of their own, and other games are played with the nets that ludoteca train makes. Its gentle levels overlook what people overlook.
level-child = First steps
level-pupil = Pupil
level-improver = Improving
level-hobby = Keeps at it
level-regular = Regular
level-keen = Keen
level-skilled = Skilled
level-league = League player
level-veteran = Veteran
level-strong = Strong
level-full = Full strength
key-neural-level = How strong it is: up to strong it plays what it sees at one glance and now and then a lesser move, the weaker the more often and the lesser; as expert it plays what looks best at that glance; then it tries moves out: a few (veteran), more (master), or as many as its time allows (full)
key-neural-net = The net that looks: hex-6x64 is quick, hex-8x128 sees more and takes five times as long; or a file of your own. If nobody says, the first for short thoughts and the second for long ones
key-neural-net-own = The net that looks: the program’s, or a file of your own as ludoteca train makes it
key-neural-net-needed = The file of the net that looks, as ludoteca train makes it: none comes with the program for this game
key-neural-looks = Positions its net looks at for each move; as its level does if nobody says. With 1 it plays at a glance
key-neural-temperature = How readily it plays a lesser move where it plays at a glance: with 0 always the best
key-neural-view = How many moves it considers where it plays at a glance
key-neural-resign = Whether it gives up when there is no hope
key-neural-table = Room for the solver’s proofs, in megabytes
layer-policy = At first sight
layer-left-out = Left out
layer-stones = Stones that matter
neural-policy = At first sight it would play { $cell }, with { $percent } %.
neural-policy-other = At first sight it would play { $cell }, with { $percent } %. After trying it out it prefers { $chosen }, which had { $less } %.
neural-left-out = { $count ->
    [one] One move is not tried: it loses for certain, or another is at least as good.
   *[other] { $count } moves are not tried: they lose for certain, or another is at least as good.
}
neural-left-out-label = not tried
neural-left-out-reason = { $cell } need not be tried: by connections or a proof it loses, or another move is at least as good.
neural-refuted-reason = { $cell } was tried out and loses for certain.
neural-stones = { $cell } matters most: without that stone its side would win { $percent } % less often.
neural-first = Whoever may take over the first stone should gain nothing by it: this cell is worth about the same to either side.
neural-set-up = It sets its pieces up as they have proved themselves; its net is asked only when the game begins.
neural-swap = The first stone is worth more than the second: it takes it over.
neural-glance = It played what it saw at a glance, without trying anything out.
neural-proof = What it plays is certain: a connection from edge to edge or a proof of the solver decides the game.
neural-searched = At a glance it gave itself { $seen } %. After trying { $looks ->
    [one] one move
   *[other] { $looks } moves
} out it gives itself { $mean } %.
neural-how = The net was shown nothing but what is on the board and has learnt the rest by itself. It guesses; what is proved is said to be.
neural-tree = { $ply } was tried most. Each branch shows how often and what came of it, with the replies tried most.
layer-expected = What it expects
neural-disagrees = At first sight it gave { $ply } { $percent } %, and that is ruled out for certain: by connections, by the solver or by what was tried it loses, or another move is at least as good.
neural-expected = It expects these { $count } moves.
neural-story = The net sees at a glance which moves look good. Each line that is tried then corrects that, and the move tried most is played.
neural-story-values = The figures of the tree are the chance to win of whoever moves at the root; “5 ×” is that it was tried five times.
neural-kind-new = sees
neural-kind-visit = tries
neural-kind-choose = prefers
neural-told-first = At first sight { $ply } looks best: the net would play it { $percent } times in a hundred. Nothing is tried yet.
neural-told-first-brief = sees { $ply }
neural-told-prior = { $ply }: at first sight the net would play it { $percent } times in a hundred.
neural-told-drawn = { $times ->
    [one] { $ply } was tried once.
   *[other] { $ply } was tried { $times } times.
}
neural-times = { $times } ×
neural-told-try = { $looks ->
    [one] { $ply } is tried for the first time; what it expects is on the board. It sees { $value }.
   *[other] { $ply } is tried once more ({ $looks } times by now) and farther ahead: now it sees { $value }.
}
neural-told-try-brief = { $ply }, { $looks } ×
neural-told-better = { $ply } is now preferred to { $before }.
neural-told-better-brief = { $ply } is preferred
neural-told-chosen = It was tried most.
neural-told-end = It plays { $ply }. { $why }
neural-told-end-brief = plays { $ply }
neural-told-move = Move
neural-told-seen = At first sight
neural-told-looks = Tried
neural-told-value = Worth now
neural-told-curve = Share of { $ply }
net-no-net = it holds no net
net-version = it is of version { $version }, and only { $known } is known here
net-damaged = it is damaged
net-impossible = no net is built like that
net-refused = { $file } cannot be used: { $why }.
net-of-another = The net in { $file } was made for another game.
neural-no-net = No net for { $game } comes with the program, so neural needs one: net=FILE. ludoteca train { $game } --minutes 30 --out FILE makes one in half an hour.
neural-no-board = No net can see the board of this game ({ $game }): it has to have cells, in at most 19 rows and columns, and not too many kinds of pieces.
figure = { $value }

## Hextress
stress-differs = On { $size }×{ $size } the games differ at move { $number }, { $first } in the first and { $again } in a later one, though all algorithms have to play the same. Please report it.
cli-stress-here = this machine
cli-stress-nothing = Stopped before the first board was measured.
cli-stress-stopped = Stopped. { $boards } of { $all } boards are measured.
cli-stress-saved = The measurement is in { $file }.
cli-stress-written = The page is in { $file }.
cli-stress-not-json = it is not JSON from line { $line }, column { $column } on.
cli-stress-not-object = it is not a measurement: that is an object, as stress --save writes it.
cli-stress-missing = the field { $field } is missing.
cli-stress-wrong = { $field } has to be { $expected }.
cli-stress-expects-text = text
cli-stress-expects-list = a list
cli-stress-expects-whole = a whole number from { $low } on
cli-stress-expects-size = a whole number from { $low } to { $high }
cli-stress-expects-level = one of { $list }
cli-stress-expects-rows = a list with at least one board
cli-stress-expects-row = an object with the times of a board
cli-stress-expects-moves = a list of moves, each as text
cli-stress-twice = it has the board { $size }×{ $size } twice.
cli-stress-machine = { $processors ->
    [one] One processor ({ $cpu }), { $memory } GiB of memory, { $os }; Ludoteca { $version }.
   *[other] { $processors } processors ({ $cpu }), { $memory } GiB of memory, { $os }; Ludoteca { $version }.
}
cli-stress-numbered = { $number } { $name }: { $machine }
cli-stress-wins-parallel = { $level }: the parallel algorithm is faster on { $boards }.
cli-stress-wins-sequential = { $level }: the sequential algorithm is faster on { $boards }.
cli-stress-wins-neither = { $level }: it makes no difference on { $boards }.
cli-stress-pays = { $level }: from { $board } on the parallel algorithm pays.
cli-stress-pays-not = { $level }: on none of these boards the parallel algorithm begins to pay for good.
cli-stress-level = Level
cli-stress-bridges = Bridges only
cli-stress-shared = shared
cli-stress-positions = positions
cli-stress-more = { $times }×
cli-stress-board = Board
cli-stress-mode = Mode
cli-stress-parallel = parallel
cli-stress-sequential = sequential
cli-stress-faster = faster
cli-stress-fastest = fastest
cli-stress-games = games
cli-stress-times = { $mode }, { $times }×
cli-stress-equal = equal
cli-decimal = { $whole }.{ $decimals }
cli-stress-unit = Seconds for one game, the median of all games that were played on that board in that mode. Short games are repeated.
cli-stress-algorithms = hexodus played against itself, the same moves with every algorithm. Parallel hands each first move to a processor and loses the pruning among them: the column of positions says how many times as many it looks at. Shared searches the first alone and the others on all processors against its value. Sequential searches one after another on one processor.
cli-stress-settings = With bridges only it looks { $bridges } moves ahead, so that even small boards give it something to search. The level Normal looks { $normal } ahead and Expert { $expert }; with their connections they see through small boards, where there is nothing to share.
cli-stress-other-games = The games differ on { $boards }, as those of other versions may: there the times are not of the same work.
cli-stress-title = Hextress: how fast the machine plays
cli-stress-title-several = Hextress: machines side by side
cli-stress-linear = { $level }: seconds for a game
cli-stress-logarithmic = { $level }: the same on a logarithmic scale
cli-stress-table = All times
cli-stress-axis = seconds
cli-stress-point = { $board }, { $mode }: { $seconds } s

## Lessons
lesson-drawing = On the board
lesson-ring = look here
lesson-ring-why = The cell the lesson speaks of.
lesson-broken = This lesson names a cell or an end that its board does not have.
lesson-none = There is no such lesson.
lesson-outside = This task is played on the cells it is about: those in light.
lesson-begins = { $side } plays { $reply }. Your move.
lesson-right = { $own } is right. { $side } tries { $reply }; your move.
lesson-wrong = { $side } answers { $reply }, and now it cannot be done any more. { $n ->
    [one] { $better } was the right answer.
   *[other] Any of these was right: { $better }.
}
lesson-lost = { $side } answers { $reply }, and now it cannot be done any more.
lesson-turn-over = The turn is over and it is not done yet. Take a step back, or begin again.
link-whole = joined, whatever the other side does
link-semi = joined, if its own side moves next

lesson-checkers-men = Men
lesson-checkers-men-about = One square diagonally, always forwards.
lesson-checkers-men-1 = Each side has twelve men on the dark squares, which are numbered from 1 to 32. Black (1 to 12) begins. Whoever has no move left, because all pieces are taken or blocked, loses.
lesson-checkers-men-2 = You are Black and go towards the higher numbers. A man goes one square diagonally forwards. Bring yours from 14 to 18: press the man, then the square.
lesson-checkers-men-2-done = Men never go back. What you leave behind stays behind.
lesson-checkers-take = Taking is forced
lesson-checkers-take-about = Whoever can take has to, and to the end.
lesson-checkers-take-1 = A piece takes by jumping over an enemy beside it onto the free square behind. Whoever can take must take: try to move the man on 1 first, then take with the other.
lesson-checkers-take-1-done = The man on 1 had to wait. By offering a piece you can force the other side to go where you want it.
lesson-checkers-take-2 = Where a jump ends and another can begin, it goes on in the same move. Of several captures you choose any, not only the longest. Here take two pieces with one move: press every square in turn, or drag to the last one.
lesson-checkers-take-2-done = One move, two pieces. The capture with the other man would have been allowed too.
lesson-checkers-crown = Crowning
lesson-checkers-crown-about = A man on the last row becomes a king.
lesson-checkers-crown-1 = A man that reaches the last row is crowned. Bring yours to 31.
lesson-checkers-crown-1-done = Now it is a king, and goes forwards and backwards.
lesson-checkers-crown-2 = A move that crowns ends there, even where a king could jump on. Take with your man.
lesson-checkers-crown-2-done = The piece on 27 is still there: the new king has to wait for its next move.
lesson-checkers-king = Kings
lesson-checkers-king-about = Both ways, one square at a time.
lesson-checkers-king-1 = A king goes and takes both ways, but never farther than a man: one square, or one jump after the other. Take the man behind yours.
lesson-checkers-king-1-done = A king in the middle reaches four squares; at the edge two, in a corner one.
lesson-checkers-king-2 = In a chain a king may turn at every jump, and even come back to where it began. Take all four.
lesson-checkers-king-2-done = Four pieces, and it stands where it stood. Both ways round were the same; in notation every square is named.
lesson-checkers-block = No move left
lesson-checkers-block-about = Whoever cannot move has lost.
lesson-checkers-block-1 = White has one man left, on 12. Block it: go where it can neither pass nor take.
lesson-checkers-block-1-done = On 8 you stand in its way, and behind you 3 is not free, so that it cannot jump. White has no move and has lost.

lesson-breakthrough-moves = How pieces move
lesson-breakthrough-moves-about = One square ahead, straight or diagonally.
lesson-breakthrough-moves-1 = Each side begins with two rows of pieces. White moves first, towards the higher numbers; Black comes towards it. Whoever brings one piece to the last rank wins.
lesson-breakthrough-moves-2 = You are White. A piece goes one square ahead, straight or diagonally, never sideways and never back. Bring yours to d3: press the piece, then the square.
lesson-breakthrough-moves-2-done = Everything goes forwards: every move is one that cannot be taken back.
lesson-breakthrough-take = Taking
lesson-breakthrough-take-about = Only diagonally, never straight ahead.
lesson-breakthrough-take-1 = A piece takes diagonally ahead, as a pawn does in chess, but it need not. Straight ahead it takes nothing: the piece on c3 blocks you. Take the other one.
lesson-breakthrough-take-1-done = Two pieces side by side guard the squares ahead of each other; two face to face stand still.
lesson-breakthrough-stop = Stop the runner
lesson-breakthrough-stop-about = One rank before the end it has to be taken.
lesson-breakthrough-stop-1 = The black piece on d2 reaches rank 1 with its next move: three squares are open to it, and you cannot block them all. Take it.
lesson-breakthrough-stop-1-done = A piece left at home takes whoever comes to the squares before it at a slant; a few of them can catch a runner. Those who send all of them ahead have nobody there.
lesson-breakthrough-race = The race
lesson-breakthrough-race-about = Count the moves.
lesson-breakthrough-race-1 = Nobody can catch anybody here: it is a race. You need two moves, and so does Black; but it is your turn. Win.
lesson-breakthrough-race-1-done = Count the moves of both; whoever begins wins if they are equal.
lesson-breakthrough-race-2 = Two black pieces wait at home. Each guards the squares diagonally ahead of it. Find the way between them.
lesson-breakthrough-race-2-done = A piece that no enemy can reach in time has won already, however many there are elsewhere.

lesson-arimaa-goal = The goal
lesson-arimaa-goal-about = One rabbit at the far end wins.
lesson-arimaa-goal-1 = Each side has, from strong to weak, an elephant, a camel, two horses, two dogs, two cats and eight rabbits. Gold sets them up on ranks 1 and 2 as it likes, then Silver on ranks 7 and 8. Whoever brings a rabbit to the far end wins: Gold to rank 8, Silver to rank 1.
lesson-arimaa-goal-2 = You are Gold. Nobody stands in the way of your rabbit on b5: bring it to b8. Press the rabbit, then the square it steps to.
lesson-arimaa-goal-2-done = That wins the game, once the turn is over. Whether a rabbit can get there in one turn is the first thing to look at, for both sides.

lesson-arimaa-steps = Steps
lesson-arimaa-steps-about = A turn has one to four steps.
lesson-arimaa-steps-1 = A step goes to a free square beside: up, down, left or right, never across a corner. In a turn you have up to four steps, for one piece or for several. Bring the elephant from d4 to f5.
lesson-arimaa-steps-1-done = Three steps, and one is left: use it, or end the turn. A turn has to change something; you cannot pass.
lesson-arimaa-steps-2 = Rabbits step forwards and sideways, never back. The way of your rabbit on d4 is blocked: bring it to e5, around the other one.
lesson-arimaa-steps-2-done = Sideways, then forwards. What a rabbit has gained it cannot give back by itself; but it can be pushed or pulled back.

lesson-arimaa-push = Pushing
lesson-arimaa-push-about = A stronger piece moves a weaker one out of its way.
lesson-arimaa-push-1 = Your elephant on d4 stands beside a weaker enemy, the dog on d5. Push it to d6: press your elephant, then the dog, then d6. Or begin with the dog: press it, then d6, and let the elephant follow.
lesson-arimaa-push-1-done = The dog goes first, your elephant takes its place. A push takes two steps of the same turn, and has to be completed.
lesson-arimaa-push-2 = Only a stronger piece can push: not an equal one, not a weaker one. Which of your pieces can push the horse to e5? Try them.
lesson-arimaa-push-2-done = The camel is stronger than the horse, the dog is not. The elephant is never pushed: nothing is stronger.

lesson-arimaa-pull = Pulling
lesson-arimaa-pull-about = A stronger piece draws a weaker one after it.
lesson-arimaa-pull-1 = Now the other way. Step from d4 to d3 with your elephant, and the dog beside it can be drawn to d4: a button offers it, or drag the dog there.
lesson-arimaa-pull-1-done = A pull takes two steps as well. Unlike a push it need not be completed: the step alone is legal.
lesson-arimaa-pull-2 = What is pulled comes to the square that was left, wherever your piece goes. Pull the cat to d5 with your horse going to e5.
lesson-arimaa-pull-2-done = A piece that completes a push cannot also pull with that step.

lesson-arimaa-traps = Traps
lesson-arimaa-traps-about = A piece alone in a trap is lost.
lesson-arimaa-traps-1 = c3, f3, c6 and f6 are traps. A piece in a trap with no friend beside it is taken off at once, whoever moved. Push the dog on b6 into the trap.
lesson-arimaa-traps-1-done = Captured. There is no other way to take a piece in Arimaa.
lesson-arimaa-traps-2 = A friend beside the trap keeps a piece alive. Your cat on f3 has one guard, the dog on e3. Bring the dog to e5 without losing the cat.
lesson-arimaa-traps-2-done = First another guard, then the dog was free to go. The board warns you when a piece in a trap has one guard only.

lesson-arimaa-freeze = Freezing
lesson-arimaa-freeze-about = The strong hold the weak, unless these have company.
lesson-arimaa-freeze-1 = Your horse on d4 stands beside a stronger enemy, and no friend of yours stands beside it: it is frozen and cannot move. It still freezes others, and it can be pushed and pulled.
lesson-arimaa-freeze-2 = One friend, however weak, is enough. Bring the cat beside the horse, then step to e4 with the horse.
lesson-arimaa-freeze-2-done = Free. Pieces that keep together are seldom frozen, and rabbits that run alone nearly always.

lesson-arimaa-ends = Other ends
lesson-arimaa-ends-about = The last rabbit, no turn left, and repetition.
lesson-arimaa-ends-1 = A side without rabbits has lost. On b6 stands the last rabbit of Silver: take it.
lesson-arimaa-ends-1-done = Won. If both sides lost their last rabbit in one turn, whoever made the turn would win.
lesson-arimaa-ends-2 = Whoever has no legal turn has lost. A turn must not leave the board as it was, and must not bring about, for the third time, the same position with the same side to move. There are no draws. Now you know all the rules.

lesson-hex-goal = The goal
lesson-hex-goal-about = Join your two edges.
lesson-hex-goal-1 = Two colours take turns to put one stone on any empty cell; stones never move. Red joins the edges of row 1 and row 5, Blue those of columns a and e. Here Red has a chain from edge to edge, ringed, and has won.
lesson-hex-goal-2 = Now you. You are Red and begin. Join the edge of row 1 to that of row 3. On so small a board five cells win against everything: find one.
lesson-hex-goal-2-done = Your chain goes from edge to edge: won. The centre is nearly always a good place, as from there a chain can go many ways.

lesson-hex-bridge = The bridge
lesson-hex-bridge-about = Two stones that cannot be cut apart.
lesson-hex-bridge-1 = c2 and b4 do not touch, yet they are as good as joined. Two cells lie between them, b3 and c3. If Blue takes one, Red takes the other.
lesson-hex-bridge-2 = Try it. You are Red, Blue has just entered the bridge. Keep c2 and b4 joined.
lesson-hex-bridge-2-done = That is all there is to a bridge: two ways, and Blue can close only one of them.
lesson-hex-bridge-3 = Bridges add up to a chain. d2 is bridged to the edge of row 1, to c4, and c4 to b6, which lies on the other edge. No two of them share a cell. Answer every attack until the edges are joined.
lesson-hex-bridge-3-done = Won with far fewer stones than a solid chain would have cost. Bridges are the fastest way across the board that nobody can cut.

lesson-hex-intrusion = Entering a bridge
lesson-hex-intrusion-about = Answer at once, and mind two bridges in one cell.
lesson-hex-intrusion-1 = Blue has entered your bridge at c3. As long as nothing bigger is going on, answer at once: one cell still joins c2 and b4.
lesson-hex-intrusion-1-done = Joined. Blue has gained a stone on c3 all the same: whoever enters a bridge wants that stone elsewhere.
lesson-hex-intrusion-2 = Here two bridges of Red share c3. Each holds alone; together they do not. Now you are Blue: cut b4 from d3.
lesson-hex-intrusion-2-done = Cut. A stone in the shared cell attacks both bridges, and Red can save only one. Before you count on two connections, see that they share no cell.

lesson-hex-second-row = The second row
lesson-hex-second-row-about = A bridge to the edge.
lesson-hex-second-row-1 = c4 lies on the second row from Red’s edge. Two cells lead down, b5 and c5. It is a bridge whose other end is the edge itself.
lesson-hex-second-row-2 = It is the same for Blue at the edge of column a: b3 is joined to it over a3 and a4.
lesson-hex-second-row-3 = You are Red. Keep c4 joined to the edge of row 5.
lesson-hex-second-row-3-done = Joined. Edges count as stones of their colour, so that everything about bridges holds there too.

lesson-hex-ziggurat = The ziggurat
lesson-hex-ziggurat-about = A stone on the third row and eight free cells.
lesson-hex-ziggurat-1 = A stone on the third row is joined to the edge if these eight cells are free. For its shape players call it the ziggurat. Such a pattern at an edge is a template: you learn the shape and need not count.
lesson-hex-ziggurat-2 = You are Red. Blue enters where it hurts most. Keep d5 joined to the edge of row 7.
lesson-hex-ziggurat-2-done = Joined. There is an answer to every attack inside the eight cells, and what happens outside does not matter.
lesson-hex-ziggurat-3 = Not one of the eight cells is spare. Here Blue has b7 already. You are Blue: cut d5 from the edge of row 7.
lesson-hex-ziggurat-3-done = Cut. Before you trust a template, look whether all of its cells are free.

lesson-hex-fourth-row = The fourth row and the fifth
lesson-hex-fourth-row-about = Farther from the edge it takes much more room.
lesson-hex-fourth-row-1 = One stone on the fourth row can be joined to the edge too, but look at the room it needs: nineteen free cells, every one of them. On a crowded board there is rarely so much.
lesson-hex-fourth-row-2 = Two stones do with less. d4 is bridged to c6 on the second row, and that one to the edge: four cells. You are Red: keep d4 joined to the edge of row 7.
lesson-hex-fourth-row-2-done = Joined. Most templates are built like this, of smaller ones that share no cell.
lesson-hex-fourth-row-3 = Even on the fifth row one stone can be joined to the edge by itself. It takes thirty-four free cells, and Blue breaks it as soon as one of them is missing. Nobody works that out at the board: the solver proved it.

lesson-hex-ladder = Ladders
lesson-hex-ladder-about = A race along the edge, one row from it.
lesson-hex-ladder-1 = Red wants to reach the edge of row 7, Blue is one step ahead. Each red stone threatens to step down, each blue one prevents it, and both run along the edge. That is a ladder. When it ends, Blue has a wall along the whole edge.
lesson-hex-ladder-2 = You are Blue. Red climbs along the second row; keep it from the edge of row 7.
lesson-hex-ladder-2-done = The ladder has run out: Red never got down, and your stones are a chain. A ladder without an escape only helps the side below.

lesson-hex-escape = Ladder escapes
lesson-hex-escape-about = A stone that waits at the end of the ladder.
lesson-hex-escape-1 = The same ladder, but Red has a stone at f6 that is joined to the edge already. The ladder runs right into it. Such a stone is an escape: place it before you begin the ladder, best with a move that also threatens something else.
lesson-hex-escape-2 = You are Red and it is your move. Run the ladder to your escape.
lesson-hex-escape-2-done = Joined. Do not start a ladder before its escape stands: each step also gives Blue a stone.

lesson-hex-blocks = Blocks
lesson-hex-blocks-about = To stop a chain, stay away from it.
lesson-hex-blocks-1 = Red’s d3 heads for the edge of row 6. The first idea is to stand right in its way, at c4. Too close: Red simply walks round it.
lesson-hex-blocks-2 = See for yourself. You are Red, Blue has blocked at c4. Join d3 to the edge of row 6.
lesson-hex-blocks-2-done = Round it and down. A stone that touches the other’s stone seldom stops it.
lesson-hex-blocks-3 = Better to wait farther away. c5 lies in the shadow of d3, where its bridge would land. b6, three rows ahead and to the side, is the classic block: whichever way Red comes, it is near.
lesson-hex-blocks-4 = You are Blue: stop d3 before the edge of row 6. On this board three cells do it; of those next to the stone only the one on the open side.
lesson-hex-blocks-4-done = Stopped. And as there is no draw, a perfect block is a connection of your own: to stop Red is to join left and right.

lesson-hex-must-play = Where you must play
lesson-hex-must-play-about = Where two threats overlap.
lesson-hex-must-play-1 = You are Blue, and Red threatens to reach the edge of row 5: with b4 it would have a bridge up and a bridge down. To stop this threat you have to play on one of its five cells.
lesson-hex-must-play-2 = Red has a second threat: c3, with a ziggurat below. To stop that one you have to play on one of these nine cells.
lesson-hex-must-play-3 = Only the cells that both threats need can stop both. Everything else loses. You are Blue: keep c2 from the edge of row 5.
lesson-hex-must-play-3-done = Right. First find the other side’s threats, then look only where they overlap: it saves most of the thinking.

lesson-hex-swap = The swap
lesson-hex-swap-about = One cuts the cake, the other chooses.
lesson-hex-swap-1 = Whoever begins has a great advantage. With the swap, the second player may take the first stone over: it becomes blue, across the long diagonal. Red has opened in the centre. You are Blue: win.
lesson-hex-swap-1-done = Won with the stone that Red had placed for itself. A first move that is too good is a gift.
lesson-hex-swap-2 = Now Red begins in the corner. Is that stone worth having? You are Blue: win.
lesson-hex-swap-2-done = Won. With the swap a fair opening is one that is neither too strong nor too weak, mostly near an edge.

lesson-hex-no-draw = Why nobody draws
lesson-hex-no-draw-about = A full board has one chain, and the first player can win.
lesson-hex-no-draw-1 = Fill the board any way you like: exactly one colour has a chain. To cut the other off completely you need a chain yourself. So Hex has no draw, and somebody can always force a win.
lesson-hex-no-draw-2 = It is the first player. Suppose the second had a way to win: the first could make any move, forget it, and use that way; a stone too many never hurts. John Nash found this in 1949, and it does not say how. On four by four you can find out: you are Red, win.
lesson-hex-no-draw-2-done = Won. For boards up to nine by nine computers know every opening that wins, on ten by ten a few; on eleven by eleven nobody knows the way that must be there.

page-learn = Learn
page-learn-game = Learn { $game }
page-learn-about = Short lessons on a board that answers.
page-learn-count = { $done } of { $of } done
page-learnt = done
page-lesson-of = Lesson { $n } of { $of }
page-lesson-step = Step { $n } of { $of }
page-lesson-board = Board of the lesson: { $lesson }
page-lesson-you = You play { $side }
page-lesson-better = would have been right
page-lesson-lost = It cannot be done any more. Take back, or try again.
page-lesson-back = Back
page-lesson-back-when = From the second step on
page-lesson-again = Try again
page-lesson-next = Go on
page-lesson-end = Next lesson
page-lesson-skip = Skip this step
page-lesson-free = you can play here
page-lesson-turn = Your move.

## Arimaa: the strong player

player-strong = Searches Arimaa step by step as deep as its time goes, with an eye for goals, traps, frozen pieces and hostages.
key-turns-limit = How many turns it looks ahead at most; as far as its time goes if nobody says
key-nodes-limit = How many positions it looks at, at most, for one turn
layer-plan = Planned turn
layer-captures = Possible captures
layer-terms = What speaks for whom
strong-plan = It plans { $turn }: { $worth }. An intuition, not a proof.
strong-plan-win = { $turn } wins by force.
strong-plan-loss = { $turn } holds out longest, but the game is lost.
strong-threat = Can be captured
strong-threat-why = The { $kind } on { $square } can be captured in { $steps ->
    [one] one step
   *[other] { $steps } steps
}.
strong-terms-even = Both sides stand equally well.
strong-terms = { $side } is ahead by { $rabbits } rabbits.
strong-term = What
strong-worth = For Gold, in rabbits
strong-material = Pieces
strong-rabbits = Number of rabbits
strong-squares-rabbit = Places of the rabbits
strong-squares-cat = Places of the cats
strong-squares-dog = Places of the dogs
strong-squares-horse = Places of the horses
strong-squares-camel = Place of the camel
strong-squares-elephant = Place of the elephant
strong-trap-home = Guards of the home traps
strong-trap-away = Guards of the far traps
strong-trap-control = Who rules the traps
strong-in-danger = Pieces that may be captured
strong-exposed = Camel and horses far from help
strong-strongest-guard = Strongest guard of a trap
strong-frozen = Frozen pieces
strong-hostage = Hostages near a trap
strong-held = Held by less than the elephant
strong-framed = Framed in a trap
strong-threatened = Threatened beside a trap
strong-elephant-mobility = Freedom of the elephant
strong-rabbit-lane = Way of the rabbits ahead
strong-rabbit-run = Rabbits about to run
strong-tempo = To be on move
cli-train-about = Has a player learn from games against itself: a net for neural; in Arimaa the weights of strong
cli-train-minutes = How long it plays and learns
cli-train-out = The file the result is written to
cli-train-games = So many games are enough
cli-train-from = The file it begins with. If nobody says, a net goes on with --out if that is there, and is made anew if not; weights begin with those of the program
cli-train-learn_from = Games that people have played, from which it learns first, once for each: a file of games in any format, or the data folder of serve with all its games of this kind. Those that are over and begin with the same options are of use
cli-train-others = { $used ->
    [one] One of { $games } games can be learnt from.
   *[other] { $used } of { $games } games can be learnt from.
}
cli-train-net = How a new net is built, as blocks x channels: 3x32 if nobody says, and 2x16 for two minutes or less
cli-train-nodes = How many positions it looks at for a ply, 64 if nobody says; in Arimaa for a turn, 30000
cli-train-jobs = How many games are played at once; as many as there are processors if nobody says
cli-train-not-for-weights = { $option } is for nets, and Arimaa’s player learns weights.
cli-allowed-net = blocks x channels, such as 3x32: up to 20 blocks of 16, 32, 48, 64, 96 or 128 channels
cli-train-progress = { $games } games, { $positions } positions; wrong by { $policy } (moves) and { $value } (results)
cli-train-learnt = { $games } games, { $positions } positions. Against the net it began with: { $wins } won, { $draws } drawn, { $losses } lost. The net is in { $file }, and the next training goes on with it; neural:net={ $file } plays.
cli-train-kept = { $games } games, { $positions } positions. The net is in { $file }, and the next training goes on with it; neural:net={ $file } plays.
net-other-game = That net was made for another game, or is built otherwise.
net-checkpoint = What was kept beside the net, to go on with, cannot be used: { $why }. Without that file the training goes on from the net alone.
cli-train-no-games = No game was played to its end, so that nothing was learnt. Nothing was written.
cli-train-done = { $games } games, { $positions } positions. Mean error { $before } before, { $after } after. The weights are in { $file }.
weights-not-whole = { $file } is not a whole file of weights: ludoteca train arimaa writes one.
key-weights = A file of weights for the evaluation, as ludoteca train writes it; those of the program if nobody says

## Puzzles of Arimaa

puzzle-goal-in-one = { $side } moves: bring a rabbit to its goal in this turn.
puzzle-goal-in-two = { $side } moves: whatever the answer is, a rabbit has to reach its goal next turn.
puzzle-defend = { $side } moves: the other side is about to bring a rabbit to its goal. Prevent it.
puzzle-capture-dog = { $side } moves: capture a dog in this turn, without leaving the other side a goal.
puzzle-capture-horse = { $side } moves: capture a horse in this turn, without leaving the other side a goal.
puzzle-capture-camel = { $side } moves: capture the camel in this turn, without leaving the other side a goal.
puzzle-solved = Solved. { $idea }
puzzle-undone = The turn is over, and it is not done. Take a step back, or begin again.
puzzle-lets-through = Not yet: after that the other side reaches its goal with { $turn }.
puzzle-held = Not yet: after { $turn } no rabbit reaches its goal next turn.
page-lesson-hinted = The hint is there
puzzle-arimaa-1 = The guard stands on the goal square itself: pull it off.
puzzle-arimaa-2 = The way straight ahead is blocked; the file beside it is not.
puzzle-arimaa-3 = In the trap the horse lives by its one guard: take the guard away.
puzzle-arimaa-4 = A push need not go straight on: the pushed piece goes to any free square beside it.
puzzle-arimaa-5 = The rabbit stands in a trap with a single guard: without it there is no threat.
puzzle-arimaa-6 = The elephant draws the blocker away, and the rabbit goes where it stood.
puzzle-arimaa-7 = Two steps of the elephant to free the rabbit, two of the rabbit to arrive.
puzzle-arimaa-8 = Walk up to the horse, then move it into the trap beside it.
puzzle-arimaa-9 = The rabbit is one step from its goal: push it back.
puzzle-arimaa-10 = The camel walks up to the blocker and comes back with it.
puzzle-arimaa-11 = Even a cat frees a rabbit from the grip of stronger pieces.
puzzle-arimaa-12 = The horse follows the rabbit step by step, so that it never stands alone.
puzzle-arimaa-13 = One step aside and three ahead: count before you look for anything else.
puzzle-arimaa-14 = Where the rabbit would freeze before its last step, a friend joins it.
puzzle-arimaa-15 = A frozen rabbit is two steps from its goal: the other two bring it a friend.
puzzle-arimaa-16 = The elephant pulls the blocker aside and perishes in the trap: a goal is worth any piece.
puzzle-arimaa-17 = The horse steps aside, and the rabbit goes through where it stood.
puzzle-arimaa-18 = A camel that comes near the enemy’s traps without its elephant is in danger.
puzzle-arimaa-19 = Your own dog fills the trap: it has to make room for the horse.
puzzle-arimaa-20 = The elephant goes through the trap and pulls the camel in after it.
puzzle-arimaa-21 = A horse is frozen beside the trap: the elephant frees it, at the cost of its own life.
puzzle-arimaa-22 = A cat beside the rabbit freezes it in front of its goal.
puzzle-arimaa-23 = The rabbit that can block is frozen: a friend beside it for one step is enough.
puzzle-arimaa-24 = Even before its goal a rabbit is weaker than a cat.
puzzle-arimaa-25 = The frozen cat needs a friend before it can push the rabbit back.
puzzle-arimaa-26 = When the horse makes way for it, the rabbit stands alone: have a cat beside it then.
puzzle-arimaa-27 = The piece that is near enough is a rabbit: it goes sideways into the way.
puzzle-arimaa-28 = A rabbit that runs alone is stopped by any stronger piece beside it.
puzzle-arimaa-29 = Whoever guards the goal square is frozen now, and taken away next turn.
puzzle-arimaa-30 = The horse guards a rabbit in a trap: moved away from it, both can be taken.
puzzle-arimaa-31 = It is too late to block the edge, but from the next file the elephant freezes whoever passes.
puzzle-arimaa-32 = The rabbit runs up to its own pieces, which open the way next turn.
puzzle-arimaa-33 = The enemy’s elephant is on the other wing: run on this one.
puzzle-arimaa-34 = Before the rabbit runs, the dog comes near to keep its way open.
puzzle-arimaa-35 = Along the edge nobody is near enough to stop the rabbit.
puzzle-arimaa-36 = The elephant comes up to the cat that holds the rabbit, and there is no answer in time.
puzzle-arimaa-37 = The cat that freezes the rabbit is captured, and the elephant already stands beside the blocker.
puzzle-arimaa-38 = The elephant is left to the trap: the time that saves takes the rabbit home.
puzzle-arimaa-39 = Two pushes in one turn, around a corner.
puzzle-arimaa-40 = First the dog into the trap, then its last guard away from it.
puzzle-arimaa-41 = Pull the camel beside the trap, and then into it.
puzzle-arimaa-42 = The dog stands beside its own trap: the elephant goes around and pushes it in.
puzzle-arimaa-43 = Elephants are not the only hunters: for a dog a horse is enough.
puzzle-arimaa-44 = The elephant pushes a rabbit aside to reach the dog, and pushes again.
puzzle-arimaa-45 = First a pull, then a push: the camel goes around the corner into the trap.
puzzle-arimaa-46 = With the elephants busy elsewhere, nobody is stronger than the camel.
puzzle-arimaa-47 = One step from its goal: move the rabbit aside, or be on the square yourself.
puzzle-arimaa-48 = Hold the rabbit from behind, or fill the row in front of it.
puzzle-arimaa-49 = Four steps along one row, and the dog arrives in time.
puzzle-arimaa-50 = A rabbit stops a rabbit: equals cannot push each other.
puzzle-arimaa-51 = Run to the elephant’s side: there nobody freezes the rabbit.
puzzle-arimaa-52 = With the elephant beside it, a trap is a square like any other.
puzzle-arimaa-53 = With the camel beside it the rabbit is safe in the trap, two steps from its goal.
puzzle-arimaa-54 = First freeze those who could come in between, then run.

## Experiments

cli-experiment-about = Answers a question with many runs, in a table, as CSV and with plots
cli-experiment-name = The experiment: hextress, hex-bruteforce, ants-vs-random, ants-readings, ants-variants or arimaa-puzzles; what it asks is set behind a colon, as in hextress:largest=5
cli-experiment-out = The folder that gets all rows as they come, and in the end the table, the plots and a page; begun again with the same folder, the experiment goes on where it stopped
cli-experiment-games = How many games each row stands for, where games are played: 1000 in ants-vs-random, 100 in ants-readings, 20 in ants-variants if nobody says
cli-experiment-no-games = { $name } plays no games, so that it takes no --games.
cli-experiment-alone = { $name } measures the machine it runs on, so its rows are not made by workers elsewhere. Run it on each machine and compare the results.
cli-experiment-jobs = How many runs are made at once; as many as there are processors if nobody says
cli-value-experiment = EXPERIMENT
cli-experiment-unknown = There is no experiment called “{ $name }”. There are { $list }.
cli-experiment-goes-on = It goes on: { $done } of { $all } rows are known.
cli-experiment-nothing = Stopped before the first row was there.
cli-experiment-stopped = Stopped with { $done } of { $all } rows. The same command goes on from there.
cli-experiment-not-kept = Stopped with { $done } of { $all } rows. With --out they would be kept, and the next start would go on from there.
cli-experiment-written = Rows, plots and a page are in { $folder }.
cli-experiment-table = All settings
cli-experiment-share = { $share }% ({ $low }–{ $high })
cli-experiment-busy = another Ludoteca is writing there.
cli-experiment-no-ledger = it is no file of an experiment. Choose another folder.
cli-experiment-other = it has rows of { $experiment }, made by Ludoteca { $version }, which do not go together with new ones. Choose another folder, or delete it.
cli-experiment-line = line { $line } is no row of this experiment. Delete that line, and its run is made again.
cli-puzzles-title = Puzzles of Arimaa: who solves them, and how fast
cli-puzzles-lead = { $puzzles } puzzles, { $settings } settings. The most, { $solved }, are solved by { $best }.
cli-puzzles-thesis = The last two columns are the figures of the thesis (tables 6.1 to 6.5) on its eight puzzles, whose pictures are lost: ours are others. Of its ants it tells only what the best setting solved; its alphabeta is another program’s (Cerón, 2010).
cli-puzzles-printed = ants form=thesis is the colony as it was printed: a move is a whole turn, every pair of the path is updated, all weights are 1, and the evaluation alone judges.
cli-puzzles-own = ants is ours: trails step by step, improved paths, material with weight 4, and goals seen exactly.
cli-puzzles-even = ants goals=off,w1=1 is ours with what alphabeta has: the same weights, and no goals but those it comes upon.
cli-puzzles-alphabeta = alphabeta looks at all turns in order, up to its limit; with w1=4 it has the weights of our colony.
cli-puzzles-thesis-solved = thesis: solved
cli-puzzles-thesis-most = thesis: longest ms
cli-puzzles-overflow = out of memory
cli-puzzles-of-share = { $solved } of { $tried }, { $share }
cli-times-heading = Milliseconds, puzzle by puzzle: { $name }
cli-times-at-once = PT { $time }
cli-times-unsolved = ({ $time })
cli-times-milliseconds = milliseconds
cli-times-thesis-ants = The thesis, tables 6.1 to 6.3: milliseconds of its ants (ants × searches, depth; PT: a turn ends the game)
cli-times-thesis-alphabeta = The thesis, tables 6.4 and 6.5: alpha-beta of Cerón (2010)
cli-puzzles-terminal = At once (PT): the turn won the game. In the tables puzzle by puzzle, what was not solved is in brackets.
cli-puzzles-interval = The interval of a share is the one of Wilson, 95%.
cli-puzzles-time = Milliseconds are those of the clock on the wall for one whole turn; runs made side by side (--jobs) lengthen them a little.
cli-puzzles-player = Player
cli-puzzles-ants = ants
cli-puzzles-searches = searches
cli-puzzles-depth = depth
cli-puzzles-limit = limit
cli-puzzles-seconds = seconds
cli-puzzles-solved = solved
cli-puzzles-share = share (95%)
cli-puzzles-at-once = at once
cli-puzzles-median = median ms
cli-puzzles-most = longest ms
cli-puzzles-of = { $solved } of { $tried }
cli-puzzles-each = All puzzles
cli-puzzles-puzzle = Puzzle
cli-puzzles-grade = grade
cli-puzzles-task = task
cli-puzzles-theme = idea
cli-puzzles-solved-title = Puzzles solved
cli-puzzles-time-title = Time for a turn, on a logarithmic scale
cli-puzzles-solved-point = { $setting }: { $solved } of { $tried }, { $share }
cli-puzzles-time-point = { $setting }: { $median } ms in the middle, { $most } ms at most
cli-puzzles-family = { $player }, depth { $depth }
cli-puzzles-turns = { $limit } turns
cli-puzzles-timed = { $player } in { $seconds }
cli-puzzles-in-seconds = { $seconds } s
cli-experiment-field = { $game } { $size }×{ $size }
cli-experiment-game = Game
cli-experiment-count = games
cli-experiment-won = won
cli-experiment-lost = lost
cli-experiment-drawn = drawn
cli-experiment-point = { $name }: { $share }
cli-chance-title = Ants against chance
cli-chance-lead = As it was printed, the colony wins at least as often and loses at most as often as in the reference in { $printed } of { $all } games; ours, if it learns on every move, in { $held } of { $all }.
cli-chance-player = All play against random, sides changing every game; seed { $seed }.
cli-chance-who = who
cli-chance-form-thesis = thesis is { $player }: every formula and choice as it was printed. It learns before the game, every state of a game gets trails, a draw is no win for desirability, and nothing but trails decides. Its ρ is not told: here 0.9.
cli-chance-form-before = before is { $player }: our form, which learns before the game too, but adds one state a game, counts a draw as half a win and plays what wins at once.
cli-chance-form-move = move is { $player }: the same form of ours, which searches anew on every move.
cli-chance-form-alphabeta = alphabeta is { $player }: it looks two moves ahead with the game’s evaluation and learns nothing.
cli-chance-reference = The reference is table 6.6 of the thesis: of 100 games won, lost and drawn by its ants.
cli-chance-readings = Why the printed form falls short, and which other readings of the annex were tried, is told by the experiment ants-readings.
cli-chance-reference-head = reference
cli-chance-won-share = won (95%)
cli-chance-lost-share = lost (95%)
cli-chance-holds = reached
cli-chance-yes = yes
cli-chance-no = no
cli-chance-won-title = Games won by the ants
cli-chance-lost-title = Games lost by the ants
cli-readings-title = Annex D of the thesis, read in many ways
cli-readings-lead = { $all ->
    [0] None of { $readings } readings that learn before the game reaches the figures of the thesis in all five games: the printed one does in { $printed }, the best ({ $best }) in { $games }.
   *[other] Of { $readings } readings that learn before the game, { $all } reach the figures of the thesis in all five games; the printed one does in { $printed }.
}
cli-readings-how = Each reading is ants:form=thesis with the keys that are named. A colony learns once and plays ten games against random, five with either side; what it knows does not change during them.
cli-readings-known = The reason is in the last column: 8000 games of ants come through a small part of the states to which a rival that plays at random leads, and where no ant has been no formula of trails can say anything. What comes out depends on what is played there, and that the thesis does not tell.
cli-readings-rules = The thesis took its rules from Stanford’s site and does not print them. The description of checkers that is kept from there (2006) does not force captures and ends after 101 plies, won by whoever has more pieces; here it is English draughts.
cli-readings-marks = Won/lost/drawn of each 100. ✓: it wins no less and loses no more than the reference. ≈: the difference is within the two 95% intervals, as the reference is 100 games too.
cli-readings-each = All readings
cli-readings-reading = reading
cli-readings-means = what changes
cli-readings-reached = reached
cli-readings-blind = moves known
cli-reading-printed = as it was printed
cli-reading-draws = a draw is half a win: the sentence, and not formula 5.8.1.2
cli-reading-own = only the side of the ant learns
cli-reading-grow = each game adds one state only
cli-reading-rho-low = a tenth of a trail is kept
cli-reading-rho-half = half of a trail is kept
cli-reading-tau = trails begin near nothing, as with results from 0 to 100
cli-reading-random = an ant’s opponent always plays at random
cli-reading-consult = an ant’s opponent always follows its trails
cli-reading-weighted = the move is chosen with the exponents
cli-reading-table = sixteen times the memory
cli-reading-kept = ten times the searches, as if memory were kept over ten games
cli-reading-judged = games are judged after eight turns by the evaluation
cli-reading-win = what wins at once is played
cli-reading-first = where no ant has been, the first move of the list: the maximum of equal products
cli-reading-first-half = the same, and half of a trail is kept
cli-reading-first-win = the same, and what wins at once is played
cli-reading-move = it learns on every move, with 20 searches: figure 5.3, against what the annex says
cli-variants-title = Variants of the ant colony, and what their parameters do
cli-variants-lead = Over all games { $first } scores most, { $most } of the points; of the ants it is { $ants }, with { $share }.
cli-variants-points = % of points (95%)
cli-variants-all = All games
cli-variants-elo = Elo of a over b (95%)
cli-variants-matches = All matches
cli-variants-parameters = All parameters
cli-variants-time = Everybody has { $milliseconds } ms for a ply; pairs of games share an opening of a few random plies. In Arimaa a ply is a step: ants and alphabeta choose a whole turn in the time of its first step, while mcts thinks at every step.
cli-variants-forms = The thesis does not compare its variants, so there are no figures of its own. thesis is the colony as it was printed (form=thesis), which learns on every move here so that all have the same time; as, acs, mmas, bwas and ggp are ours. The parameter form lets each variant as printed meet ours, with as many games in their heads.
cli-variants-even = In Arimaa our colony knows of goals and counts material for more (w1=4) than alphabeta; “All matches” ends with those under equal conditions: goals=off and the same weights.
cli-variants-bwas = Mutations of bwas grow towards the last search, which is far away where only the time ends the search: here they stay small.
cli-variants-effects = Parameters are looked at one at a time, against the same variant with all of them as usual; both play as many games in their heads, 8000 a move. Those rows come out the same on every machine.
cli-variants-scores-title = Score against all others at equal time
cli-variants-effect-title = { $variant }: { $key }, score against the usual value
cli-variants-usual = { $value } is usual

## The lab
lab-hextress = Hextress
lab-hextress-about = How fast this machine plays Hex: whole games of a player against itself, with its work shared among all processors and without.
lab-ants-vs-random = Ants against chance
lab-ants-vs-random-about = A colony of ants against random moves in five games, learning before the game or on every move, beside the figures of a thesis.
lab-ants-readings = Annex D, read in many ways
lab-ants-readings-about = The annex of the thesis on ants against chance does not tell all it did: eighteen readings of it, and which reach its figures.
lab-ants-variants = Variants of ants
lab-ants-variants-about = The variants of the ant colony against each other, mcts and alphabeta at equal time, and what each parameter does.
lab-arimaa-puzzles = Puzzles of Arimaa
lab-arimaa-puzzles-about = Which players solve our puzzles of Arimaa, with which settings, and how fast.
lab-key-games = Games each row stands for
lab-key-smallest = The smallest board
lab-key-largest = The largest board
lab-no-runs = With these settings there is nothing to do.
lab-unknown-run = The experiment has no run “{ $run }”.
lab-no-rows = it has no rows yet.
lab-compared = { $results } results side by side.
cli-experiment-pair = “{ $words }” is no setting: those are written as key=value, divided by commas.
lab-hex-bruteforce = All games of Hex
lab-hex-bruteforce-about = How long it takes to solve Hex by playing everything: an estimate of 2007 at one move a second, and what this machine needs for the boards it can do.
lab-key-played = The largest board that is truly played
lab-power = { $digits } × 10{ $power }
lab-brute-title = Hex by brute force
lab-brute-lead = Playing all games on { $size }×{ $size } at one move a second takes { $time }. This machine takes about { $here }.
lab-brute-lead-estimate = Playing all games on { $size }×{ $size } at one move a second takes { $time }.
lab-brute-years = { $seconds } s ({ $years } years)
lab-brute-factors = It is too little rather than too much: where all moves were counted, there are more of them than the estimate has, and the more the larger the board (times as many: { $factors }).
lab-brute-table = Board by board
lab-brute-games = games, estimated
lab-brute-seconds = s at 1 move/s
lab-brute-positions = positions, counted
lab-brute-ends = of them won
lab-brute-moves = moves played
lab-brute-here = s on this machine
lab-brute-about = ≈ { $seconds }
lab-brute-linear = Time against the size of the board
lab-brute-logarithmic = The same for all boards, on a logarithmic scale
lab-brute-line-estimate = one move a second (2007)
lab-brute-line-here = this machine, measured
lab-brute-line-beyond = this machine, extrapolated
lab-brute-point = { $board }: { $seconds } s
lab-brute-estimate = The estimate is that of the makers of Hexodus (2007): half of the cells are used, the order of stones and half a turn of the board do not count, which leaves C(n², n²/4) · C(3n²/4, n²/4) / 2 games of n²/2 moves. It gives 12 s on 2×2, 2,400 s on 3×3 and 10⁵⁴ s on 11×11.
lab-brute-figure = The first plot is their figure 11, which shows boards up to { $size }×{ $size }; beyond, everything before would be a flat line.
lab-brute-played = Played means: every position once, up to half a turn, and every move of it until somebody has won, on one processor. Nothing larger than { $size }×{ $size } can be: to mark the positions of 5×5 as seen takes 100 GB.
lab-brute-extrapolated = ≈ is not measured: it is the estimate of 2007 at the { $rate } million moves a second of this machine on { $size }×{ $size }.
lab-brute-solvers = It says nothing about solving Hex well: programs that prune with virtual connections have solved 9×9 and single openings of 10×10.
lab-busy = Another experiment is running. Wait until it is done, or stop it.
lab-full = { $most } results are kept already. Delete one first.
lab-no-result = There is no result { $id }.
lab-too-many = At most { $most } results can stand side by side.
lab-other-experiment = Only results of the same experiment can stand side by side.

## Languages of the user's own
words-no-code = { $file } is no language: such a file has a name of two or three small letters, as in fr.ftl.
words-broken = { $file }, line { $line }: { $what } { $more ->
    [0] That is left out; the rest is used.
    [one] That is left out, and so is one more that is wrong; the rest is used.
   *[other] That is left out, and so are { $more } more that are wrong; the rest is used.
}
words-missing = { $file }: { $missing } of { $all } messages are missing and are said in English. The first of them is { $first }.
words-fault-form = “{ $words }” cannot be read as a message of Fluent.
words-fault-kind = { $id } has something that is not read here: only words, gaps and choices by a gap are.
words-fault-unknown = there is no message called { $id }.
words-fault-gap = { $id } has no gap called { $gap }.
words-fault-bytes = the file is not UTF-8 from here on.
words-fault-deep = too many braces within braces; the file is not read from here on.

## Ants

player-ants = A colony of ants plays the game in its head again and again; each leaves a trail where it went well, and the trails draw the next ones.
key-variant = How trails are followed and renewed: as Ant System, acs Ant Colony System, mmas Max-Min, bwas Best-Worst, ggp for games
key-ants = How many ants play in each search
key-searches = How many searches it makes; in each of them every ant plays once
key-ants-depth = After how many turns of both sides an ant’s game is judged instead of played on; in most games to the end if nobody says
key-alpha = α: how much trails draw the ants
key-beta = β: how much desirability draws the ants
key-rho = ρ: in ggp the share of a trail that is kept (0.9 if nobody says, in Arimaa 0.2 and with form=thesis 0.9), in all others the share that is lost (0.1)
key-phi = φ: in acs the share of a trail that every step renews
key-q0 = How often, in acs and mmas, an ant takes the best move at once
key-tau0 = τ0: how strong a trail begins; in mmas it begins as strong as it can be
key-tau-min = The weakest a trail can be in mmas; a fiftieth of the strongest if nobody says
key-tau-max = The strongest a trail can be in mmas; the best result divided by ρ if nobody says
key-best = Who leaves a trail in mmas: the best of each round, or the best so far
key-mutation = Pm: how likely a trail mutates in bwas
key-sigma = σ: how much trails mutate in bwas
key-stall = After how many searches without a better path all trails restart in bwas
key-local = Whether an ant improves its path before it counts: one of its moves is replaced by the best by evaluation. On in mmas and bwas, and in Arimaa in all variants, if nobody says
key-theta = ϑ: how much a near end of the game adds to desirability in ggp
key-consult = p: how often an ant that moves for the opponent follows the opponent’s trails; otherwise it moves at random
key-greedy = How the move is chosen at last: by trail times desirability, or with their exponents
key-learn = When it learns: anew for every move, or once before the game and never again
key-desire = What desirability begins with: flat, the same for all, or the evaluation of where a move leads. flat in ggp, eval in all others if nobody says
key-grow = How many new positions each game adds to those with trails; 10000 is all of them
key-ants-table = Memory for trails, in megabytes; when it is full, the oldest and weakest go
key-form = own: as it plays best here; thesis: every formula, figure and choice as the thesis on ants prints it (of Arimaa its chapters 5 and 6, of other games its annex D). Keys that are given still hold
key-trails = Which trails a game changes: own, those of the moves that the ant made for its own side, or path, those of every move, each by what came of it for whoever made it
key-renew = When in acs a step renews its trail: after the round, or at the step, so that the next ants smell it; then ants go one after the other, whatever threads says
key-draws = What a draw adds to the wins of a desirability: half a win, or none. A trail gets half either way
key-win = Whether a turn that wins at once is played without a search
key-goals = Whether a game that is judged counts as decided where somebody wins at once or cannot prevent it; off: by the evaluation alone
key-unseen = What is played in a position that no ant has seen: any move, or the first in the list
key-moves = What an ant’s move is in Arimaa: a step, with a trail of its own, or a whole turn
ants-turns-before = Before the game there are no turns of Arimaa to learn: moves=turns wants learn=move.
layer-ants-choices = What the thesis says
ants-choices-sentence = Choice by choice: what the thesis prints or leaves open, and what this colony does.
ants-column-thesis = The thesis
ants-column-here = Here
ants-thesis-size = Annex D: 40 ants, 200 searches. Section 6.1.2.2: 30, 50 and 70 ants, 200 and 350 searches, best 50 and 350
ants-thesis-parameters = Annex D: α 0.6, β 0.8, p 0.5; “η was 1” can only be ϑ. For Arimaa it prints none: the same
ants-thesis-grow = Figure 5.3: every position of a game gets trails
ants-thesis-trails = Figure 5.3: every pair of a position and a move in a game is updated, by the result; open is whose: that of the side that moved
ants-thesis-draws = Formula 5.8.1.2 divides wins by visits, so that a draw is no win; the sentence before it speaks of the mean score, where it would be half a win. The formula counts. A trail gets the result, of a draw one half (5.8.1.1)
ants-thesis-greedy = Annex D: the greatest product of pheromone and desirability is played
ants-thesis-learn = Annex D: before the game, and never in it. Figure 5.3: from the present state of the game, so in Arimaa on every move
ants-thesis-win = Section 6.1.2.2: a puzzle in which a turn ends the game needs no search. Annex D says nothing: there it is off
ants-thesis-goals = Section 5.10: positions are judged by f1 + f2 + f3 + f4, all weights 1, and by nothing else
ants-thesis-local = Max-Min and Best-Worst always improve paths, Ant Colony System may (3.2.4.3). How is left open: one move is replaced by the best by evaluation
ants-thesis-rho = ρ is not told. In 5.8.1.1 it is the share that is kept, in 3.2.4.3 the share that is lost
ants-thesis-tau = τ0 is not told
ants-thesis-desire = Desirability begins without knowledge (5.8.1), with which figure is not told: 1. In the older variants it is heuristic knowledge that stays (3.2.4.2): the evaluation
ants-thesis-unseen = What is played where no ant has been is not told
ants-thesis-equals = Which of equal moves is played is not told: the one most tried, and of those the first
ants-thesis-squash = How an evaluation becomes a result is not told: ½ + ½·tanh of what was gained since the root, divided by what means three quarters of a win
ants-thesis-renew = 3.2.4.3.2.5: every time an ant goes over an edge, that edge is renewed
ants-thesis-phi = φ and q0 are not told
ants-thesis-bounds = The bounds of Max-Min want a heuristic (3.2.4.3.3), which is not told: the most is best result ÷ ρ, the least a fiftieth of it. The best of the iteration or the best so far leaves a trail: both are allowed
ants-thesis-mutation = How far a trail mutates depends on the mean trail of the best path (3.2.4.3.4); the formula, Pm and when the search stands still are not told: ±σ·τ̄·(search − restart) ÷ (searches − restart)
ants-bounds-crossed = tau_min is { $least } and tau_max { $most }: the least has to be no more than the most.
ants-figure = { $figure }
ants-now = now
ants-search-number = after search { $search }
layer-ants-pheromone = Pheromone
ants-pheromone-most = The strongest trail leads to { $ply }: { $figure }. { $played } is played, where the trail (τ) times the desirability (η) is most.
layer-ants-desire = Desirability
ants-desire-most = { $ply } is most desirable: { $figure }. Desirability (η) is what a move promises by itself, whatever its trail: it grows with every game it wins, and more if it wins soon.
layer-ants-table = Trails move by move
ants-table-best = { $ply } is played: its pheromone (τ), { $tau }, times its desirability (η), { $eta }, is more than of any other. τ is the trail of the ants that passed; η is what the move promises by itself. An opinion, not a proof.
ants-column-move = Move
ants-column-pheromone = Pheromone τ
ants-column-desire = Desirability η
ants-column-worth = τ times η
ants-column-games = Games
ants-column-mean = Mean result
ants-column-distance = Turns to the end
ants-column-side = Side
ants-column-search = Search
ants-column-best = Best result
ants-column-trail = τ of { $ply }
layer-ants-path = Best path
ants-path-sentence = The strongest trails of both sides lead along { $path }.
layer-ants-along = Trails along the best path
ants-along-sentence = { $moves ->
    [one] One move has a trail, of { $mean }.
   *[other] { $moves } moves have trails, of { $mean } on average.
}
layer-ants-searches = Search by search
ants-searches-change = { $searches ->
    [one] After one search the trail of { $ply } is { $last }.
   *[other] In { $searches } searches the trail of { $ply } has gone from { $first } to { $last }.
}
layer-ants-terminal = A win at once
ants-terminal-sentence = { $turn } wins at once.
ants-terminal-why = No ant had to set out: a turn that wins at once is played without a search.

gdl-at = Line { $line }, column { $column }: { $why }
gdl-too-large = The description has { $bytes } bytes; at most { $most } are read.
gdl-too-deep = Brackets stand within brackets here more than { $most } deep.
gdl-never-opened = This bracket closes nothing; one too many, or one “(” too few before it.
gdl-never-closed = This bracket is never closed; a “)” is missing.
gdl-control = The character { $code } has no place in a description.
gdl-rule-empty = A rule needs a head: (<= head conditions…).
gdl-nothing = These brackets have nothing in them.
gdl-no-name = After a bracket the name of a relation or function comes first; here there is another bracket or a variable.
gdl-variable-relation = “{ $variable }” is a variable; the name of a relation cannot be one.
gdl-foreign = “{ $word }” is no word of GDL. Its words are role, init, true, does, next, legal, goal, terminal, base, input, not, or, distinct and <=.
gdl-not-a-head = “{ $word }” can only be asked for in a condition; no rule or fact can say it.
gdl-only-a-head = “{ $word }” can only be said by a rule or fact; no condition can ask for it.
gdl-arity = “{ $word }” takes { $takes ->
    [0] no terms
    [one] one term
   *[other] { $takes } terms
  }, here it has { $given }.
gdl-not-distinct = “distinct” cannot be denied; say the same thing with one variable instead.
gdl-too-many-alternatives = With all alternatives of its “or” this rule would be more than { $most } rules.
gdl-too-many-conditions = A rule may have at most { $most } conditions.
gdl-too-many-variables = A rule may have at most { $most } variables.
gdl-too-much-written-out = With all alternatives of their “or” written out, the rules up to here have more than { $most } heads and conditions; that is too many.
gdl-too-many-roles = The description has { $count } roles; at most { $most } can play.
gdl-missing = The description says nothing of “{ $word }”; every game needs role, init, legal, next, terminal and goal.
gdl-undefined = No rule or fact says “{ $word }”. Is it misspelt?
gdl-unsafe = The variable “{ $variable }” is bound by nothing: it has to stand in a condition that is not denied, too.
gdl-not-stratified = “{ $head }” depends on “{ $word }” not holding, and “{ $word }” depends on “{ $head }”: nothing may follow from its own absence.
gdl-depends = “{ $word }” may not depend on what it depends on here: role and init on no state, legal, terminal and goal on no move.
gdl-endless = The rules make terms without end, more than { $most } functions within each other.
gdl-too-long = Loading the description takes longer than { $seconds } s; the variables of this rule were being replaced.
gdl-too-much = Without variables the rules would take more than { $most } MB; those of this rule were being replaced.
gdl-stopped = The description was not loaded: somebody stopped it.
cli-loading = Loading the description: { $rules } rules without variables, { $megabytes } MB, { $seconds } s. Ctrl-C stops it.
gdl-goal-value = { $fact }: a goal is a whole number from 0 to 100.
gdl-not-a-move = “{ $words }” is no move: a move is a word or a term, such as noop, mark(2,3) or (mark 2 3).
gdl-no-move = “{ $words }” is no move of { $role } in this game.
game-gdl = A game from a file
game-gdl-about = Any game for two who move in turn, described in GDL, the language of general game playing.
option-gdl-rules = The description of the game in GDL
goal-gdl = End with the higher goal.
reason-gdl-goals = By the goals of the description: { $list }.
reason-gdl-stuck = The description lets nobody move here, although the game is not over.
reason-gdl-simultaneous = Here both sides would have to move at once, which cannot be played.
reason-gdl-long = It went on too long.
gdl-note-facts = Also holds: { $list }
gdl-illegal = { $ply } is not allowed here.
gdl-one-role = This is a game for one alone, { $role }. Here games are for two.
gdl-many-roles = This is a game for { $count }: { $list }. Here games are for two.
gdl-simultaneous = Both sides move at once after { $plies } moves of a random game. Here games are for two who move in turn: one of them has only one legal move, such as noop.
gdl-stuck = Nobody has a legal move after { $plies } moves of a random game, and it is not over.
gdl-never-ends = A random game did not end within { $plies } moves.
gdl-no-goal = A random game ended without a goal for { $role }.
cli-gdl-which = Say which file describes the game: gdl:FILE.
cli-games-gdl = Shows the game that this file describes in GDL
cli-games-gdl-file = Roles: { $roles }. { $facts ->
    [one] One fact
   *[other] { $facts } facts
  } may hold, and there are { $moves } moves in all.

## Stories: random games, connections, currents, ants and proofs

mcts-story = Game after game in its head: it goes down the moves that promise most, adds one node, plays on at random to the end, and carries the result back up.
mcts-values = “2/3”: two points in three tries. Value: points a try. Exploration: a bonus for what is little tried.
mcts-kind-choose = chooses
mcts-kind-new = new node
mcts-kind-visit = plays on
mcts-kind-up = hands the result up
mcts-simulation = Simulation { $number }
mcts-choice = The choice
mcts-root = start
mcts-column-move = Move
mcts-column-tries = Tries
mcts-column-value = Value
mcts-column-explore = + Exploration
mcts-column-sum = = Sum
mcts-column-points = Points
mcts-column-side = For
mcts-column-before = Before
mcts-column-result = Result
mcts-column-after = After
mcts-explored = { $c } · √(ln { $total } / { $visits }) = { $bonus }
mcts-explored-prior = { $c } · { $prior } · √{ $total } / (1 + { $visits }) = { $bonus }
mcts-untried = ∞
mcts-share = { $points }/{ $visits }
mcts-tries = { $visits } of { $total }
mcts-draw = draw
mcts-choose = { $side } goes on with { $ply }: value { $value } + exploration { $bonus } = { $sum }; no other adds up to more.
mcts-choose-untried = { $side } goes on with { $ply }, which has not been tried here yet: what is unknown is tried before anything else.
mcts-choose-draw = { $ply } would be the best for { $side }: it is a draw, and that is proved. The draw counts on the way here; then the search goes on with the best move about which something can still be learned.
mcts-choose-brief = { $ply } promises most
mcts-new = { $ply } gets a node of its own in the tree: nobody has been there before.
mcts-new-brief = new: { $ply }
mcts-playout = { $plies ->
    [one] From here both play at random to the end: one move later { $side } has won.
   *[other] From here both play at random to the end: { $plies } moves later { $side } has won.
}
mcts-playout-draw = { $plies ->
    [one] From here both play at random to the end: one move later it is a draw.
   *[other] From here both play at random to the end: { $plies } moves later it is a draw.
}
mcts-playout-brief = random game
mcts-judged = No random game here: the position is judged by how it looks.
mcts-judged-brief = judged
mcts-over = The game is over here: { $side } has won. No random game is needed.
mcts-over-draw = The game is over here: a draw. No random game is needed.
mcts-proved = It is proved that { $side } wins here: every reply has been looked at. No random game is needed.
mcts-proved-draw = It is proved that this is a draw: every reply has been looked at. No random game is needed.
mcts-known-brief = known for certain
mcts-learn = { $nodes ->
    [one] { $side } won: the node counts one more try, and a point if it is its move.
   *[other] { $side } won: all { $nodes } nodes of the way count one more try, and its own moves a point.
}
mcts-learn-brief = a point for { $side }
mcts-learn-part = { $nodes ->
    [one] { $first } gets { $points } and { $second } { $rest }: the node counts one more try and its side’s part.
   *[other] { $first } gets { $points } and { $second } { $rest }: all { $nodes } nodes of the way count one more try, each with its side’s part.
}
mcts-learn-part-brief = both get a part
mcts-end = { $ply } is played: it was tried most, { $visits } of { $total } times. Many tries are a surer sign than a high value after few.
mcts-end-win = { $ply } is played: it is proved to win.
mcts-end-brief = plays { $ply }
mcts-curve = tries of { $ply }

hexodus-story = First it looks for stones that are as good as joined, each connection made of shorter ones; then it sends current from edge to edge: the less resistance, the better. The move that changes both most in its favour is played.
hsearch-kind-new = new connection
hsearch-kind-choose = verdict
hsearch-chapter = { $number ->
    [0] Connections of { $side }: neighbours
   *[other] Connections of { $side }: generation { $number }
}
hsearch-touch-all = { $count ->
    [one] Where two cells touch, nothing comes between: one such pair of { $side } is needed for what follows.
   *[other] Where two cells touch, nothing comes between: of such pairs of { $side }, the { $count } that are needed for what follows.
}
hsearch-touch = Nothing comes between { $a } and { $b }: they touch.
hsearch-touch-brief = neighbours
hsearch-and-semi = With a stone on { $cell }, { $a } and { $b } would be joined: a semi-connection, that move is still missing.
hsearch-and-full = The stone on { $cell } is joined to both { $a } and { $b } by ways that share no cell: so those two are joined to each other.
hsearch-and-brief = { $a }–{ $b }: one AND the other
hsearch-bridge = A bridge from { $a } to { $b }: if the other side takes { $one }, { $two } joins them, and the other way round.
hsearch-or = { $ways } ways from { $a } to { $b } with no cell in all of them: one move cannot spoil them. They need { $cells } free cells.
hsearch-or-brief = { $a }–{ $b }: one way OR another
hsearch-depth = depth { $depth }
hsearch-top = the top edge
hsearch-bottom = the bottom edge
hsearch-left = the left edge
hsearch-right = the right edge
hsearch-open = { $side } is not joined from edge to edge, not even if it moves: that has to be fought for.
hsearch-open-brief = nothing decided
hsearch-joined-brief = joined
hsearch-but-for = { $side } is joined from edge to edge but for { $cell }: by playing there it wins, and only there can it be cut.
hsearch-one-move = { $side } is one move short of joining its edges, { $cell } for instance. The other side can only stop that on one of { $count } cells.
hsearch-key = the cell that matters
hsearch-key-brief = it depends on { $cell }
circuit-kind-visit = measures
circuit-chapter = The circuit of { $side }
circuit-after-chapter = The move
circuit-resistances = { $side }’s circuit: an empty cell resists 1, its stones and connections nothing; the other’s stones block it.
circuit-resistances-brief = resistances
circuit-resistance-cell = { $cell } resists { $value }.
circuit-potentials = A battery at { $side }’s edges: the first has potential 1, the second 0. It falls steeply where the way is narrow.
circuit-potentials-brief = potentials
circuit-potential-cell = { $cell } has potential { $value }.
circuit-current-brief = current
circuit-current-cell = { $value } of the current flows through { $cell }.
circuit-none-brief = no current
circuit-resistance = resistance { $value }
circuit-column-from = Between that cell and
circuit-column-resistance = Resistance
circuit-column-fall = Difference of potential
circuit-column-current = Current that comes in
circuit-column-of = Resistance of { $side }
circuit-column-ratio = Blue ÷ Red
circuit-column-advantage = Advantage of { $side }
circuit-before = before
circuit-after = after
circuit-after-brief = plays { $ply }
circuit-afterwards = { $side } plays { $ply }, and its resistance goes from { $was } to { $is }.
circuit-swap = It plays { $ply }: the other side’s first stone is too good to leave.

proof-kind-up = goes back
proof-story = Connections alone do not decide, so it looks for a proof: it always goes to the position that is nearest to being proved.
proof-values = φ is what is missing to prove that whoever moves wins: the smallest δ after a move. δ is what is missing to prove that it loses: the sum of the φ.
proof-chapter = The proof
proof-column-phi = φ after it
proof-column-delta = δ after it
proof-phi = φ { $count }
proof-delta = δ { $count }
proof-numbers = φ { $phi }, δ { $delta }
proof-next = Positions to prove: { $phi } for { $side } to win (φ), { $delta } for it to lose (δ). { $ply } is nearest to a proof and is looked at now.
proof-next-brief = most proving: { $ply }
proof-back = { $side } to move: φ { $phi }, δ { $delta }. Another part of the tree is nearer to a proof now, so the search goes back there.
proof-back-brief = goes back
proof-proved = It is proved that { $side } wins here, whatever the other side plays.
proof-proved-after = After { $ply } it is proved that { $side } wins, whatever the other side plays.
proof-proved-brief = proved: { $side } wins

ants-story = Every ant plays the game once, drawn by trails (τ) and by what looks good (η); α and β say how much each of them counts. Then the trails fade a little, and whoever did well adds to the trail of its moves.
ants-kind-choose = chooses
ants-kind-visit = comes home
ants-kind-up = trails change
ants-search = Search { $number }
ants-choice = The choice
ants-choose = The ant moves for { $side }: the dice fall on { $ply }, with { $percent }% of the chances. More trail and desirability mean more chances.
ants-choose-other = The ant plays { $ply } for the other side, { $side }. { $consult }% of the time it follows that side’s trails ({ $ply }: { $percent }%); otherwise it moves at random.
ants-choose-new = { $count ->
    [one] { $side } has only one move: { $ply }.
   *[other] No trail to follow here: the dice fall on { $ply } for { $side }, one of { $count } moves, each as likely as the next.
}
ants-choose-brief = plays { $ply }
ants-one-of = 1 of { $count }
ants-home = { $turns ->
    [0] The ant is home. It played for { $side } and brings { $result }: 1 is a win, 0 a loss.
   *[other] The ant goes on at random for { $turns } more turns and is home. It played for { $side } and brings { $result }: 1 is a win, 0 a loss.
}
ants-home-brief = home
ants-product = { $tau }^{ $alpha } · { $eta }^{ $beta } = { $product }
ants-column-product = τ^α · η^β
ants-column-plain = τ · η
ants-column-chance = Chance
ants-column-before = τ before
ants-column-kept = Kept
ants-column-ants = Ants
ants-column-added = Added
ants-column-after = τ now
ants-change = { $change }
ants-update = All { $ants } ants are home. Every trail keeps { $rest }% of what it was, and the results are added. { $ply } has the strongest trail now.
ants-update-games = All { $ants } ants are home. Each trail that was used keeps { $rho }% and adds the mean result of its ants. { $ply } has the strongest now.
ants-update-colony = All { $ants } ants are home. The moves they made fade towards the beginning, and the best path so far is renewed with its result. { $ply } has the strongest trail now.
ants-update-brief = trails fade and grow
ants-trail = { $ply } has a trail of { $tau }.
ants-end = { $ply } is played: with a trail of { $tau } and a desirability of { $eta } its product is the greatest.
ants-curve = τ of { $ply }

spread-story = It counts the fewest stones it still needs from edge to edge: the search spreads from one edge, a stone farther each time, until it meets the other. The move after which the way is shortest against the best reply is played.
spread-story-both = It counts the fewest stones each side still needs from edge to edge: the search spreads from one edge, a stone farther each time, until it meets the other. The move that gains most is played.
spread-kind-visit = spreads
spread-kind-choose = way found
spread-chapter = The way of { $side }
spread-choice = The move
spread-begin = { $cells ->
    [0] The search of { $side } begins at its first edge. No stone of { $side } touches it: nothing is free.
    [one] The search of { $side } begins at its first edge. One of its stones is joined to it already and costs nothing.
   *[other] The search of { $side } begins at its first edge. { $cells } of its stones are joined to it already and cost nothing.
}
spread-step = { $stones ->
    [one] With one stone { $side } reaches { $cells } cells; stones of its own on the way cost nothing.
   *[other] With { $stones } stones { $side } reaches { $cells } more cells; stones of its own on the way cost nothing.
}
spread-brief = { $stones ->
    [0] for nothing
    [one] one stone
   *[other] { $stones } stones
}
spread-cells = { $cells ->
    [one] one cell
   *[other] { $cells } cells
}
spread-cell = { $stones ->
    [0] { $cell } costs no stone.
    [one] To reach { $cell } costs one stone.
   *[other] To reach { $cell } costs { $stones } stones.
}
spread-met-brief = the other edge
spread-walled = { $side } cannot get through: the other side has a wall from edge to edge.
spread-never = never
spread-column = Stones { $side } needs
spread-before = before
spread-after = after
spread-end = It plays { $ply }. { $side } needed { $was } stones before and needs { $is } now.
spread-end-both = It plays { $ply }. { $side } needed { $was } stones before and needs { $is } now; { $other } needed { $had } and needs { $has } now.
spread-end-brief = plays { $ply }

## The protocol of general game playing

ggp-unknown = “{ $words }” is no message of this protocol. Its messages are (info), (start …), (play …), (stop …) and (abort …), one at a time.
ggp-parts = The message { $name } is written { $form }.
ggp-clock = “{ $words }” is no clock: a clock is a whole number of seconds from 1 to { $most }.
ggp-too-large = A message has at most { $most } bytes.
ggp-message-late = The message did not arrive in time.
ggp-broken = Something broke while this message was answered.
ggp-post = This is a player of general game playing. It answers game managers, who post messages here, such as (info).
ggp-other-page = The page { $origin } may not be a manager here. Start the player with --allow { $origin } if it may.
ggp-hung-up = The manager has hung up.
ggp-no-match = There is no match { $id } here.
ggp-no-role = This game has no role { $role }. Its roles: { $list }
ggp-thinking = The last message about match { $id } is still being answered.
ggp-start-late = The description could not be read within the start clock of { $seconds } s.
ggp-no-moves = A step came without moves, although it is not the first.
ggp-count = { $count ->
    [one] One move came
   *[other] { $count } moves came
  }, but the game has { $roles ->
    [one] one role
   *[other] { $roles } roles
  }.
ggp-over = Moves came after the end.
ggp-started = Match { $id } begins: { $role }, { $start } s before it and { $play } s a move.
ggp-started-unknown = Match { $id } begins: { $role }, { $start } s before it and { $play } s a move. The players here know games for two in turn; this is another, so a plainer search chooses the moves.
ggp-not-started = Match { $id } does not begin: { $why }
ggp-unfit = Match { $id }: the moves of the manager do not fit what was played so far, and are passed over. { $why }
ggp-no-thought = Match { $id }: the player did not stop in time; the first legal move is played.
ggp-done = Match { $id } is over. Goal: { $goal }
ggp-aborted = Match { $id } was broken off by the manager.
ggp-address = “{ $words }” is no address of a player. One is written http://HOST:PORT.
ggp-players = { $count ->
    [one] This game has one role ({ $list }) and needs one player
   *[other] This game has { $count } roles ({ $list }) and needs as many players
  }: give --player URL for each. Given: { $given }
ggp-player-twice = { $player } is named twice. Each role needs a player of its own.
ggp-late = gave no whole answer within { $seconds } s.
ggp-endless = gave an answer of more than { $most } bytes.
ggp-unreachable = could not be talked to: { $why }
ggp-status = answered with status { $status }: “{ $words }”
ggp-not-ready = answered “{ $words }” where ready was expected.
ggp-said-nothing = gave an empty answer.
ggp-illegal = answered “{ $words }”, which is no legal move.
cli-ggp-about = Speaks the protocol of general game playing (GGP) over HTTP, as a player or as a game manager
cli-ggp-player-about = Plays games described in GDL for any game manager, one match at a time. A fifth of each clock, at most a second, is kept for the way
cli-ggp-player-host = The address it listens at
cli-ggp-player-port = The port it listens at; 0 is any that is free
cli-ggp-player-player = Who plays; if nobody says, the strongest
cli-ggp-player-allow = A page in a browser that may be a game manager, by where it comes from, https://HOST; several divided by commas. No other may
cli-ggp-player-seed = The number chance follows from; another one every time if nobody says
cli-ggp-manager-about = Plays matches between players that listen somewhere. Who is silent, late or plays nothing legal is noted, and a random move is played for it
cli-ggp-manager-file = The file that describes the game in GDL
cli-ggp-manager-player = Where a player listens, http://HOST:PORT; one for each role, in the order of the description
cli-ggp-manager-startclock = Seconds before the first move
cli-ggp-manager-playclock = Seconds for each move
cli-ggp-manager-games = How many matches; the players change roles in each
cli-ggp-manager-id = What the matches are called, before their number; another name every time if nobody says
cli-ggp-manager-out = Also writes the log into this file, as JSON
cli-value-url = URL
cli-value-id = ID
cli-ggp-open = The player is ready for game managers. Ctrl-C ends it.
cli-ggp-id = “{ $words }” is no name for matches: take small letters, digits, points, - and _, with a letter first.
cli-ggp-origin = “{ $words }” is not where a page comes from. That is written https://HOST or http://HOST:PORT, without a path.
cli-ggp-match = Match { $id }: { $list }
cli-ggp-fault = Step { $step }, { $role } ({ $player }) { $reason }
cli-ggp-played = Played for it: { $move }
cli-ggp-goals = Goals: { $list }
cli-ggp-stuck = Nobody has a legal move, and the description does not end the game. It is broken off.
cli-ggp-endless = After { $steps } steps it is broken off.
cli-ggp-aborted = It is broken off.
cli-ggp-mean = Goal
cli-ggp-errors = Errors
cli-ggp-saved = The log is in { $file }.

# The book.
book-no-chapter = The book has no chapter { $name }, or not this board in it.
book-no-layer = { $player } shows no layer { $layer } here.
book-board-unreadable = This board of the book cannot be read: { $why }.
book-whole = The whole book, to print
page-book-title = The book
page-book-about = How to play, how machines play, and where all this comes from: with boards to play on and to step through.
page-book-open = Open the book
page-book-search = Search the book
page-book-found = { $n ->
    [0] Nothing was found.
    [one] Found in one chapter:
   *[other] Found in { $n } chapters:
}
page-book-contents = Contents
page-book-play = Play on from here
page-book-step = Step through it
page-book-more = In slow motion
page-book-thinks = { $player } is thinking …
page-book-board = { $game }: { $caption }
page-book-missing = The book has no such chapter.
## Tournaments

cli-tournament-about = Plays a tournament, or goes on with one
cli-tournament-file = The file that asks for it, in TOML
cli-tournament-resume-about = Goes on with a tournament where it stopped, however it stopped
cli-tournament-table-about = Shows how a tournament stands, whoever plays it
cli-tournament-games-about = Lists the games of a tournament, with their records
cli-arg-dir = The folder of the tournament
tournament-no-toml = “{ $line }” cannot be read. A line is a key, “=” and a value, and words stand in quotes: form = "round-robin".
tournament-unknown-key = There is no key “{ $key }”. There are { $list }.
tournament-no-table = “{ $key }” is a table of { $list }.
tournament-a-list = a list or table
tournament-missing = “{ $key }” is missing. Write something like: { $example }
tournament-increment = An increment adds to “game_time”, which is missing.
tournament-duel = A duel has two players, and here are { $players }.
tournament-players = A tournament has from 2 to { $most } players.
tournament-twice = “{ $name }” takes part twice. Give each a name of its own, like name = "other" with player = "{ $name }" in one table.
tournament-swiss-rounds = “swiss_rounds” is for the form “swiss” alone. “rounds” is how many pairs of games two players have who meet.
tournament-both-openings = Games begin with “openings” or with “opening_plies”, not with both.
tournament-not-balanced = There is no list of balanced openings for this game and these options. There is one for { $list } without swap.
tournament-too-many = That would be more than { $most } games.
tournament-sprt-two = A sequential test is for two players, and here are { $players }.
tournament-sprt-order = elo0 has to be less than elo1.
tournament-out = “out” is a folder, and { $file } is this file.
tournament-begun = { $folder } has a tournament already. Go on with it: ludoteca tournament resume { $folder }
tournament-none = { $folder } has no tournament.
tournament-busy = Somebody plays the tournament in { $folder } at this moment.
tournament-version = The tournament in { $folder } was begun by version { $version }. This is { $ours }, which may play otherwise: go on with the version that began it.
tournament-disk-full = the disk is full. All games up to here are kept; where there is room again, go on with: ludoteca tournament resume
tournament-database = the database says: { $why }
tournament-stopped = Stopped after { $games } of { $of } games; all of them are kept. Go on with: ludoteca tournament resume { $folder }
tournament-written = The report, the tables and all games are in { $folder }.
tournament-goes-on = { $games } of { $of } games are played already.
tournament-fault-note = Game { $game } of pair { $pair }, { $first } – { $second }: { $reason }
tournament-form-round-robin = everybody against everybody
tournament-form-gauntlet = the first against everybody
tournament-form-knockout = knockout
tournament-form-swiss = Swiss system
tournament-head-rank = Rank
tournament-head-player = Player
tournament-head-elo = Elo
tournament-head-error = +/-
tournament-head-games = Games
tournament-head-score = Score
tournament-head-wins = Wins
tournament-head-losses = Losses
tournament-head-draws = Draws
tournament-head-faults = Faults
tournament-head-pair = Pair
tournament-head-first = First
tournament-head-second = Second
tournament-head-result = Result
tournament-head-moves = Moves
tournament-head-end = End
tournament-fault = { $kind } { $count }
tournament-faults = { $all }, { $one }
fault-late = time
fault-illegal = illegal move
fault-crash = crash
fault-stall = stall
fault-garbage = garbage
fault-memory = out of memory
fault-forfeited = forfeit
tournament-end-why = { $end }: { $why }
tournament-end-board = on the board
tournament-end-resigned = resignation
tournament-end-agreed = agreed
tournament-end-adjudicated = adjudicated
tournament-end-unsaid = unsaid
tournament-results = Results of { $a } vs { $b }:
tournament-elo = Elo: { $elo } +/- { $error }, nElo: { $normalized } +/- { $spread }
tournament-los = LOS: { $los } %, DrawRatio: { $draws } %, PairsRatio: { $pairs }
tournament-counts = Games: { $games }, Wins: { $wins }, Losses: { $losses }, Draws: { $draws }, Points: { $points } ({ $share } %)
tournament-pairs = Ptnml(0-2): { $pairs }
tournament-llr = LLR: { $llr } ({ $lower }, { $upper }) [{ $elo0 }, { $elo1 }]
tournament-found-h0 = The test has ended: { $a } is not { $elo1 } Elo points stronger than { $b }; { $elo0 } is the better guess.
tournament-found-h1 = The test has ended: { $a } is stronger than { $b }, rather by { $elo1 } Elo points than by { $elo0 }.
tournament-no-games = None of { $of } games has been played.
tournament-first = { $first } is the strongest, { $diff } Elo points above { $second }, after { $games } of { $of } games.
tournament-first-open = { $first } is ahead of { $second } by { $diff } Elo points, which may be luck, after { $games } of { $of } games.
tournament-scale = { $anchor } is called { $elo }. The intervals hold with a certainty of 95%.
tournament-about = { $game }{ $options } · { $form } · { $games } games of each two that meet, with colours changed
tournament-progress = { $games } of { $of } games
tournament-fault-count = { $faults ->
    [0] no faults
    [one] { $faults } game lost by a fault
   *[other] { $faults } games lost by faults
}
tournament-places = Standings
tournament-rounds = Rounds
tournament-round = Round { $n }
tournament-semifinal = Semi-final
tournament-final = Final
tournament-rests = rests
tournament-head-round = Round
tournament-head-points = Points
tournament-head-opponent = Opponent
tournament-head-met = Points of those met
tournament-head-goes-on = Goes on
tournament-won-final = { $first } has won: { $points }–{ $behind } against { $second } in the final.
tournament-won-final-listed = { $first } has won: { $points }–{ $behind } against { $second } in the final, and stands before it in the list.
tournament-won-swiss = { $first } has won with { $points } points, before { $second } with { $behind }.
tournament-won-swiss-met = { $first } has won: it has { $points } points like { $second }, and those it met have more.
tournament-won-swiss-listed = { $first } has won: it has { $points } points like { $second }, those they met have as many too, and it stands first in the list.
tournament-figures = In figures
tournament-table = Table
tournament-last-games = Last games
tournament-crosstable = Crosstable
tournament-sum = sum
tournament-cell = { $a } against { $b }: won { $wins }, lost { $losses }, drawn { $draws }
tournament-strengths = Elo
tournament-sprt = Sequential test (LLR)
tournament-sprt-pairs = { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}

## Work spread over machines

spread-address = “{ $address }” is no address of a NATS server. One is nats://HOST:4222, tls://HOST or nats://USER:PASSWORD@HOST.
spread-unreachable = No NATS server answers at { $address }: { $why }.
spread-refused = The NATS server at { $address } does not let this program in: the user, the password or the credentials are missing or wrong.
spread-unsafe = There is no safe connection to { $address }: { $why }.
spread-credentials = The credentials { $file } cannot be read: { $why }.
spread-no-queue = The NATS server at { $address } keeps no queues: it has to be started with JetStream (nats-server -js).
spread-too-large = “{ $name }” is too large for the NATS server (max_payload in its configuration).
spread-name = “{ $name }” is no name of a run: it takes letters, figures, - and _.
spread-garbled = What came over the queue is not what was expected: { $what }.
spread-server = The NATS server refuses it: { $why }.
spread-threads = The connection needs threads that this machine does not give: { $why }.
spread-other-version = The job is from version { $theirs }, and this worker is version { $ours }.
spread-unknown-kind = This worker does not know the kind of work “{ $kind }”.
spread-given-up = The job was handed out { $times } times and every worker was lost with it.
spread-broke = The worker broke down over the job. That is a fault of the program.
spread-program-not-allowed = This worker may not start “{ $program }”; it is allowed what --engine names.
spread-no-files = Workers have no files of yours, so { $file } cannot be used there.
cli-worker-about = Does work of others: takes jobs from a queue of NATS JetStream and sends what comes of them
cli-worker-nats = The NATS server that keeps the queue: nats://HOST:4222, nats://USER:PASSWORD@HOST, or tls://HOST for a safe connection; several of one cluster divided by commas
cli-worker-jobs = Jobs at the same time; as many as there are processors if nobody says
cli-worker-engine = A program that jobs may start, by its whole command as players name it (engine:cmd="…"); may be given several times. No other is ever started
cli-worker-name = What this worker is called; the machine and a number if nobody says
cli-worker-status = Works on nothing and says how it goes: who works, how fast, what is left, what went wrong
cli-arg-workers = Where the queue of the workers is, nats://HOST: others do the work (ludoteca worker)
cli-arg-creds = A file of credentials for the NATS server (.creds)
cli-arg-ca = Certificates of those who may vouch for the NATS server, beside those this machine knows (PEM); the connection is safe then, or there is none
worker-ready = Ready for work at { $address }, version { $version }, with { $jobs ->
    [one] one job
   *[other] { $jobs } jobs
} at the same time.
worker-took = { $again ->
    [yes] { $run } { $job }: begun ({ $kind }, lost by another)
   *[no] { $run } { $job }: begun ({ $kind })
}
worker-did = { $run } { $job }: done in { $seconds } s
worker-failed = { $run } { $job }: { $why }
worker-dropped = { $run } { $job }: nobody wants it any more
worker-gave-back = { $run } { $job }: given back
worker-other-version = { $run } is work for version { $version }; this is version { $ours } and leaves it alone.
worker-lacking = { $run } needs programs that this worker may not start (--engine): { $programs }
worker-away = The NATS server does not answer; waiting for it.
worker-back = The NATS server is there again.
worker-ended = Ended. What was begun is in the queue again.
worker-status = { $workers ->
    [0] Nobody works
    [one] One worker
   *[other] { $workers } workers
}, { $rate ->
    [one] one job
   *[other] { $rate } jobs
} in the last minute, { $left } left, { $faults ->
    [one] one fault
   *[other] { $faults } faults
}, { $results ->
    [one] one result
   *[other] { $results } results
} to be fetched.
worker-kind-game = game
worker-kind-hex-proof = proof of Hex
worker-kind-row = row of an experiment
worker-kind-connect4-scores = scores of Connect Four
worker-kind-self-play = game to learn from
worker-kind-weight-game = game to fit weights to
worker-heads-worker = worker
worker-heads-version = version
worker-heads-jobs = jobs
worker-heads-busy = busy
worker-heads-done = done
worker-heads-minute = a minute
worker-heads-faults = faults
worker-heads-run = run
worker-heads-kind = kind
worker-heads-waiting = waiting
worker-heads-working = begun
worker-heads-again = again
worker-heads-needs = needs
cli-solve-part = Positions that a worker looks at in one go; 400 if nobody says
cli-solve-save = Keeps the proof as a strategy that “solve verify” checks; Hex only
cli-solve-verify-about = Plays a kept strategy against every move of the loser and says on which it fails first
cli-solve-verify-file = The file that “solve --save” has written
cli-solve-what = What is to be solved? solve GAME, or solve verify FILE.
cli-solve-hex-only = Only positions of Hex are solved with workers or kept as a strategy.
cli-solve-no-swap = A position in which somebody may still swap is not solved with workers nor kept as a strategy; --swap none asks about the stones alone.
cli-solve-nobody = Nobody works for this version at { $address } yet; start “ludoteca worker --nats { $address }”.
cli-solve-parts = { $parts } parts, { $busy } under way, { $nodes } positions, room for { $slots } at the same time
cli-solve-shared = Proved in { $parts } parts, room for { $slots } at the same time, { $work } s of work.
cli-solve-saved = The winner's strategy is in { $file } ({ $claims } claims).
cli-verify-holds = { $winner ->
    [blue] Blue wins: the strategy holds against every move.
   *[red] Red wins: the strategy holds against every move.
} Claims checked: { $claims }, moves answered: { $replies }.
strategy-unknown = This is no strategy that “solve --save” has written.
strategy-line = Line { $line } is not understood.
strategy-fails = After { $moves ->
    [none] the beginning
   *[other] { $moves }
} the winner has no answer to { $reply } that is allowed.
strategy-open = The strategy ends after { $moves ->
    [none] the beginning
   *[other] { $moves }
} and the winner has not joined its edges.
strategy-too-large = The strategy has more than { $claims } claims and is not kept.
strategy-stopped = Stopped before the strategy was whole.

puzzle-none = There is no such puzzle.
puzzle-no-day = A day is written as in 2026-11-19.
puzzles-none-made = Nobody knows yet how to make puzzles of { $game }.
progress-wrong = That is no file of progress from Ludoteca.

## Puzzles

puzzle-first = { $side } to move: one move wins, all others lose. Find it.
puzzle-within = { $side } to move: win in { $n } moves, whatever the answers are.
puzzle-hold = { $side } to move: one move saves the game. Find it.
puzzle-gain = { $side } to move: be a piece ahead after { $n } moves at most, whatever the answers are.
puzzle-join = { $side } to move: join { $stone } with the edge { $edge }, on the cells in light.
puzzle-cut = { $side } to move: keep { $stone } from the edge { $edge }, on the cells in light.
puzzle-row = of row { $row }
puzzle-column = of column { $column }
puzzle-refuted = { $reply } by { $side } prevents it. Take it back and look again.
puzzle-late = That takes too long. Take it back and look again.
puzzle-among = It is one of these: { $moves }.
puzzle-begins = It can begin with the piece on { $square }.
puzzle-theme-connect4-fork = Two threats at once: only one of them can be met.
puzzle-theme-connect4-quiet = First a quiet move that threatens nothing yet; two threats come after it.
puzzle-theme-connect4-above = One threat above the other: whoever fills the lower cell opens the upper one.
puzzle-theme-connect4-zugzwang = Nobody threatens anything, but somebody has to move: count the cells that are left.
puzzle-theme-connect4-hold = Look for what the other side wants, and for the cells that neither of you may fill first.
puzzle-theme-hex-template = Not straight on: from one row farther away there are two ways down.
puzzle-theme-hex-ladder = Along the second row it becomes a ladder: something has to wait at its end.
puzzle-theme-hex-cut = Do not run after it: stand where all its ways pass.
puzzle-theme-hex-link = One cell joins two of your groups.
puzzle-theme-hex-split = One cell stands between two groups of the other side.
puzzle-theme-hex-step = Your chain goes on by one cell, and from there in two directions.
puzzle-theme-hex-far = The move touches nothing of yours: what is far away can still be joined.
puzzle-theme-checkers-shot = Give one away to take more: a forced capture goes where you want it.
puzzle-theme-checkers-exchange = Offer a piece: what takes it comes to stand where it is taken itself, with one more.
puzzle-theme-checkers-fork = Step between two pieces: only one of them can get away.
puzzle-theme-checkers-block = Whoever has no move left has lost, however many pieces there are.
puzzle-theme-checkers-offer = In the end as well: offer a piece to bring the other side where you need it.
puzzle-theme-checkers-trap = Take away the squares, one after the other, until there is no way out.
puzzle-theme-breakthrough-run = Count the moves: who is there first, and who can still stop whom?
puzzle-theme-breakthrough-offer = Offer a piece: whoever takes it leaves the square that they guarded.
puzzle-theme-breakthrough-clear = Take the guard, and the way behind it is open.
puzzle-theme-breakthrough-catch = Take the piece that would come through, before it is too late for that.
puzzle-theme-breakthrough-guard = It cannot be taken, but the squares ahead of it can be guarded.
page-puzzles = Puzzles
page-puzzles-about = Something to be found, proved to be there, on a board that answers every try.
page-puzzles-of = Puzzles: { $game }
page-puzzles-game-about = The easiest first.
page-puzzles-count = { $done } of { $of } solved
page-puzzles-all = All puzzles
page-puzzles-others = Puzzles of all games
page-puzzle-title = Puzzle { $n }
page-puzzle-of = { $n } of { $of }
page-puzzle-grade = Grade { $grade }
page-puzzle-board = Board of the puzzle: { $game }
page-puzzle-solved = solved
page-puzzle-tried = tried
page-puzzle-new = new
page-puzzle-next = Next puzzle
page-puzzle-all = Back to the list
page-puzzle-back-when = This is the first one
page-daily = The puzzles of today
page-daily-about = Five puzzles, each harder than the one before, from all games. Tomorrow there are others.
page-daily-begin = Begin today’s puzzles
page-solution = Solution
page-solution-show = Solution
page-solution-shown = The solution is there
page-solution-tries = These look as good. Press one to see what is wrong with it:
page-progress = Your progress
page-progress-about = Which lessons and puzzles you have done is kept with your games. Take it along in a file, or add what a file brings.
page-progress-save = Save as a file
page-progress-open = Add from a file
page-progress-brought = Added to what was here.
cli-puzzles-about = Makes puzzles, proves them again, and shows them
cli-puzzles-make-about = Machines play games, and every position in them is asked whether there is something to be found: one move alone that does it, by trying all. Each puzzle is a line with its theme, its measured grade, its solution and its board
cli-puzzles-make-game = Of which game
cli-puzzles-make-count = How many
cli-puzzles-make-out = The file they are written to; to the terminal if none is named
cli-puzzles-check-about = Proves every puzzle and measures its grade again
cli-puzzles-check-game = Of which game
cli-puzzles-check-file = A file of puzzles; those of the program if none is named
cli-puzzles-show-about = Shows puzzles with their boards and solutions
cli-puzzles-show-game = Of which game
cli-puzzles-show-file = A file of puzzles; those of the program if none is named
cli-puzzles-made = { $n ->
    [one] One puzzle is in { $file }.
   *[other] { $n } puzzles are in { $file }.
}
cli-puzzles-wrong = Puzzle { $n } should have the solution { $keys } and the grade { $grade }: { $line }
cli-puzzles-right = { $n ->
    [one] The puzzle is as it says.
   *[other] All { $n } puzzles are as they say.
}
cli-puzzles-some-wrong = { $n ->
    [one] One puzzle is not as it says.
   *[other] { $n } puzzles are not as they say.
}
cli-puzzles-head = Puzzle { $n }, grade { $grade }. { $idea }
cli-puzzles-line = Solution: { $line }
cli-puzzles-misread = Line { $line } of { $file } is no puzzle: { $why }

## Lessons: Connect Four and tic-tac-toe

lesson-connect4-goal = Four in a row
lesson-connect4-goal-about = Discs fall, and four in line win.
lesson-connect4-goal-1 = You choose a column, and your disc falls to its lowest free cell. Whoever has four in line first wins: across, upright or aslant. Yellow has three at the bottom here and needs one of the two ringed cells; Red has three right above.
lesson-connect4-goal-2 = You are Yellow. Slanting lines are the ones people overlook. Win with this move.
lesson-connect4-goal-2-done = Four on a slant. The cell was free because the discs below it were there already: that is what a slant waits for.
lesson-connect4-block = Stop four
lesson-connect4-block-about = Look at what the other side wants before you look at what you want.
lesson-connect4-block-1 = You are Yellow. Red has three in the bottom row. Where does Red win next? Be there first.
lesson-connect4-block-1-done = A three with one end is met by standing on that end. With two free ends it could not have been met at all.
lesson-connect4-fork = Two threats
lesson-connect4-fork-about = Two winning cells at once, and only one can be filled.
lesson-connect4-fork-1 = You are Yellow and win in two moves. Find the move after which two different columns win for you.
lesson-connect4-fork-1-done = Three in line with both ends free: Red fills one, you take the other. Most games between beginners end like this.
lesson-connect4-above = One above the other
lesson-connect4-above-about = A winning cell right on top of another.
lesson-connect4-above-1 = You are Yellow and win in two moves again, but with a single column: find the move that gives you two winning cells, one above the other.
lesson-connect4-above-1-done = Red had to fill the lower cell, and so lifted you to the upper one. Two threats in one column are as good as two columns.
lesson-connect4-below = The cell below
lesson-connect4-below-about = Some cells are better left alone.
lesson-connect4-below-1 = Red has three in the second row and needs the ringed cell. It is not there yet: nothing lies below it. Whoever plays in column 6 first gives that cell to the other.
lesson-connect4-below-2 = You are Yellow. Play anywhere but in that column.
lesson-connect4-below-2-done = So long as you stay away, the threat only waits. Such cells decide long games: somebody will have to play below them in the end.
lesson-connect4-centre = The centre
lesson-connect4-centre-about = Most lines pass through the middle.
lesson-connect4-centre-1 = There are 69 ways to have four in line. A cell in the middle belongs to up to thirteen of them, a corner to three. That is why the middle column is worth fighting for.
lesson-connect4-centre-2 = The whole game is solved: whoever begins wins with perfect play, but only with one first move. You are Yellow. Which one is it?
lesson-connect4-centre-2-done = The middle. Right beside it the game is a draw, and farther out Red wins. Victor Allis and James Allen found that out in 1988.
lesson-connect4-plan = One move ahead
lesson-connect4-plan-about = Build the threat that makes the next one.
lesson-connect4-plan-1 = You are Yellow and win in three moves. Each of your moves threatens something; use Red’s forced answers to get where you want.
lesson-connect4-plan-1-done = Whoever has to answer cannot make plans. A row of threats that ends in two at once is the usual way to win.
lesson-connect4-zugzwang = Somebody has to move
lesson-connect4-zugzwang-about = When nothing is left to threaten, counting begins.
lesson-connect4-zugzwang-1 = Nobody can pass. When all other columns are full, somebody has to play below a cell that the other side is waiting for. Yellow begins, so Yellow fills the odd rows when both just go on filling: Yellow waits best for a cell in row 3 or 5, Red for one in row 2, 4 or 6. Yellow waits for the ringed cell.
lesson-connect4-zugzwang-2 = You are Yellow. One move keeps the count right; all others do not win. Find it.
lesson-connect4-zugzwang-2-done = From here on Red can choose, but not for long: in the end only the cell below yours is left.
lesson-tictactoe-whole = The whole game
lesson-tictactoe-whole-about = Nine squares, and nobody has to lose. Seven boards show all there is to know.
lesson-tictactoe-whole-1 = The squares are of three kinds: the middle is in four lines, a corner in three, an edge square in two. With right play the game is a draw. Here is all you need for it.
lesson-tictactoe-whole-2 = You are Crosses and began in a corner; Noughts answered on the edge beside it, which loses. Win: make two threats at once.
lesson-tictactoe-whole-2-done = Two lines with two crosses each and a free third square: one of them cannot be stopped.
lesson-tictactoe-whole-3 = Now you are Noughts. Crosses took the middle. Some answers hold, the others lose.
lesson-tictactoe-whole-3-done = A corner. Against the middle every corner holds, and every edge square loses.
lesson-tictactoe-whole-4 = Crosses took a corner. Only one answer holds.
lesson-tictactoe-whole-4-done = The middle. Anything else lets Crosses make two threats at once.
lesson-tictactoe-whole-5 = Crosses took an edge square. Several answers hold.
lesson-tictactoe-whole-5-done = The middle, the corners beside it, and the edge opposite hold.
lesson-tictactoe-whole-6 = The last trap: you have the middle, Crosses two corners opposite each other. A corner looks right, and loses. What holds?
lesson-tictactoe-whole-6-done = An edge: it threatens three in line through the middle, so that Crosses has to answer and has no time for two threats.
lesson-tictactoe-whole-7 = That is the whole game: middle, corners, edges, and one trap. Whoever knows it never loses, and two who know it always draw, as here. On larger boards, four or five in line, it is another story.
