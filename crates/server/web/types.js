// The shapes of what the server says and reads, as JSDoc types. Nothing here runs.
//
// Written by the tests of crates/server out of the API's description; see CONTRIBUTING.md.

/**
 * @typedef {object} Answer An answer: what is played, or that nothing is.
 * @property {string | null} move The ply; null unless it plays.
 * @property {boolean} [resigns] Whether it gives up.
 */

/** @typedef {(number | string | Text)} Arg What stands in one gap of a message. */

/**
 * @typedef {object} Arrived A game that has been opened.
 * @property {string} id
 * @property {(Text | null)} left_out What of the file is not kept here.
 */

/**
 * @typedef {object} AtNode A node of the tree.
 * @property {number} node
 */

/**
 * @typedef {object} Attempt A step of a lesson, and what has been played in it.
 * @property {number} [attempt] How often it has been tried: of answers that are equally good it decides which is given.
 * @property {string} lesson
 * @property {string[]} [moves] The moves of both sides so far, as the answers listed them, and perhaps a new one.
 * @property {number} [step] Counted from 0.
 * @property {(Touched | null)} [touched] What was tried with the hand and is no move: `{"cells", "piece"}`.
 */

/**
 * @typedef {object} Barred A button that cannot be pressed now.
 * @property {Text} button What the button says.
 * @property {Text} why Why it cannot be pressed.
 */

/**
 * @typedef {object} Blackboard A step of a lesson or a puzzle as it stands, the program having answered.
 * @property {boolean} answers Whether the program answers each move.
 * @property {boolean} began Whether the first move is the program's.
 * @property {number[]} better The cells that would have been right, where it is lost.
 * @property {Gestures[]} handles What may be played now, and how it is made by hand.
 * @property {Text[]} hints What helps whoever does not find it, one after the other.
 * @property {number[]} last The cells of the last move.
 * @property {(Layer | null)} layer What is drawn on the board before anybody has moved.
 * @property {string[]} moves Every move so far, the program's answer among them.
 * @property {Picture} picture
 * @property {(Text | null)} says What there is to say about the last moves.
 * @property {Standing} standing `told` where there is nothing to do; `open`, `done`, or `lost` when it cannot be done any more.
 * @property {number} steps How many steps the lesson has; a puzzle is one.
 * @property {string} tag The board, by its tag.
 * @property {(Text | null)} why Why what was tried is no move, where there is something to say.
 * @property {Text} words What it says.
 * @property {(Side | null)} you Which side whoever learns plays; none where there is nothing to do.
 */

/**
 * @typedef {object} Board A board, told by what is different from another one.
 * @property {(number | null)[]} [ends] Where each ply ends that leads here from there; null where it ends on no cell.
 * @property {number} [from] The other one; the first board is told whole.
 * @property {number[]} [gone] The cells on which something stands there, and here something else or nothing.
 * @property {Placed[]} [pieces] What stands here and not there.
 * @property {string} [tag] The tag of the board itself, where it is another one than that of the first.
 * @property {number[]} [winning] The cells of a line or chain that has won.
 */

/** @typedef {({html: string, kind: 'words'} | (BookBoard & {kind: 'board'}) | {kind: 'broken', why: Text})} BookBlock A piece of a chapter: words as HTML, or a board. */

/**
 * @typedef {object} BookBoard A position in a chapter.
 * @property {string} caption
 * @property {number} number Counted from 0, in its chapter.
 * @property {Picture} picture
 * @property {string | null} player Who thinks about it.
 * @property {string | null} show The layer of that thought that is shown; `story` is its slow motion.
 * @property {(Side | null)} side Whose turn it is; none where the game is over.
 * @property {Start} start Where it is.
 * @property {string} tag The board, by its tag.
 */

/**
 * @typedef {object} BookChapter A chapter.
 * @property {(BookEntry | null)} after
 * @property {(BookEntry | null)} before
 * @property {BookBlock[]} blocks
 * @property {string} name
 * @property {string} title
 */

/**
 * @typedef {object} BookContents What is in the book.
 * @property {BookExplained} explained
 * @property {string} language The language it is in, which may be another one than that which was asked for.
 * @property {BookPart[]} parts
 */

/**
 * @typedef {object} BookEntry A chapter in a list.
 * @property {string} name
 * @property {string} title
 */

/**
 * @typedef {object} BookExplained Where what somebody watches is explained: by its name, the name of a chapter. A study that is not named is explained where its player is, and so is a layer.
 * @property {Record<string, string>} layers
 * @property {Record<string, string>} players
 * @property {Record<string, string>} studies
 */

/**
 * @typedef {object} BookFind A chapter in which something was found, and the words around it.
 * @property {string} excerpt
 * @property {string} name
 * @property {string} title
 */

/**
 * @typedef {object} BookFinds What was found.
 * @property {BookFind[]} found
 */

/**
 * @typedef {object} BookPart A part of the book; what comes before the first has no title.
 * @property {BookEntry[]} chapters
 * @property {string} title
 */

/**
 * @typedef {object} BookThought What somebody thinks of a board of the book.
 * @property {Gestures[]} handles What may be played there.
 * @property {Layer} layer
 */

/** @typedef {'exact' | 'least' | 'most'} Bound How exact a value is. */

/**
 * @typedef {object} Busy Somebody who thinks.
 * @property {number | null} before How many thoughts are before this one, if it waits for a processor; null once it has one.
 * @property {string} player Who, as a player text.
 * @property {Purpose} purpose What for.
 */

/**
 * @typedef {object} Care How well a side played, as far as that is known. Plies without a choice do not count.
 * @property {number} good How many of them lost nothing that matters.
 * @property {number} lost What all of them gave away together, in points of a hundred.
 * @property {number} plies How many plies are counted.
 */

/**
 * @typedef {object} Catalogue Every game.
 * @property {GameKind[]} games
 */

/**
 * @typedef {object} Cell One cell of a board.
 * @property {string} [fill] Its colour; none lets the ground show through.
 * @property {Form} [hit] Where a finger or the mouse hits it, if not just within the outline.
 * @property {string} name Its name in the game's notation.
 * @property {Form} outline Its visible outline.
 * @property {number} x Its centre.
 * @property {number} y Its centre.
 */

/** @typedef {(Now & {kept: number, listed: Listed[] | null, movers: number[], moves: string[], picture: Picture, revision: number, since: number, touched: number[], tree: Twig[]})} Change What has changed in a game. What it does not name is as it was. */

/**
 * @typedef {object} Choosing What has to be chosen besides the pieces.
 * @property {boolean} side Whether who is to move does not follow from the pieces.
 */

/** @typedef {(Control & {left: number[], running: (Side | null)})} ClocksView The clocks as the page sees them. */

/**
 * @typedef {object} HeatContent Cells coloured by a number.
 * @property {Warm[]} cells The cells with their numbers, each from 0 to 1 on the scale.
 * @property {number} curve The exponent that numbers are drawn with.
 * @property {Text} high What 1 on the scale is.
 * @property {'heat'} kind
 * @property {Text} low What 0 on the scale is.
 * @property {(Side | null)} side Whose heat it is; none is nobody's.
 */

/**
 * @typedef {object} LabelsContent Something written at each ply.
 * @property {'labels'} kind
 * @property {PlyLabel[]} plies The plies with what is written.
 */

/**
 * @typedef {object} LinksContent Lines between cells.
 * @property {'links'} kind
 * @property {Link[]} links The lines.
 * @property {Text} semi What a line that is one ply short is.
 * @property {Text} whole What a line that holds is.
 */

/**
 * @typedef {object} MarksContent Cells marked with a reason: those that do not matter, those that must be played.
 * @property {'marks'} kind
 * @property {Mark[]} marks The marks, at most one a cell.
 */

/**
 * @typedef {object} MovesContent Moves that follow one another, numbered, where each puts its stone.
 * @property {'moves'} kind
 * @property {Put[]} moves The moves.
 */

/**
 * @typedef {object} PathsContent Ways over the board, their cells numbered.
 * @property {'paths'} kind
 * @property {number[][]} paths The cells of each way.
 */

/**
 * @typedef {object} SpansContent What speaks for or against one ply: a table whose rows are also places on the board.
 * @property {Text[]} columns What stands above the columns.
 * @property {'spans'} kind
 * @property {string} move The ply; a thought may have such a layer, of the same name, for each of several.
 * @property {SpanRow[]} rows The rows.
 */

/**
 * @typedef {object} TableContent A table.
 * @property {Text[]} columns What stands above the columns.
 * @property {'table'} kind
 * @property {Text[][]} rows The rows.
 */

/**
 * @typedef {object} TrailsContent Plies coloured by a number, as it was at one time after another.
 * @property {Frame[]} frames The numbers, the earliest first; the last are those of now.
 * @property {number} high The number at which it ends.
 * @property {'trails'} kind
 * @property {number} low The number at which the scale begins.
 * @property {Trail[]} plies The plies that show on the board.
 */

/**
 * @typedef {object} TreeContent A part of the search tree.
 * @property {'tree'} kind
 * @property {TreeNode} root Its root.
 */

/**
 * @typedef {object} WordsContent Words.
 * @property {'words'} kind
 * @property {Text[]} paragraphs The paragraphs.
 */

/** @typedef {HeatContent | LabelsContent | LinksContent | MarksContent | MovesContent | PathsContent | SpansContent | TableContent | TrailsContent | TreeContent | WordsContent} Content What a layer draws. */

/**
 * @typedef {object} Control How much time each side has.
 * @property {number} [extra] More after each turn, in seconds.
 * @property {number} minutes For the whole game.
 */

/**
 * @typedef {object} Course The lessons of a game.
 * @property {CourseEntry[]} lessons
 */

/**
 * @typedef {object} CourseEntry A lesson in the list.
 * @property {Text} about
 * @property {string} id
 * @property {Picture} picture
 * @property {number} steps How many steps it has.
 * @property {string} tag Its board with the most pieces, for a small picture, by its tag.
 * @property {Text} title
 */

/**
 * @typedef {object} CrossCell What one scored against another.
 * @property {number} heat Which part of all points these are, from 0 to 100.
 * @property {string} points
 * @property {string} told The same in a sentence.
 */

/**
 * @typedef {object} CrossRow A row of the table.
 * @property {(CrossCell | null)[]} cells Against each column; null against itself, and where nothing was played yet.
 * @property {string} name
 * @property {number} player Its place among those who take part.
 * @property {string} points
 */

/**
 * @typedef {object} Crosstable Who scored how much against whom, the strongest first.
 * @property {string} heading
 * @property {CrossRow[]} rows
 * @property {string} sum What the points of a row together are called.
 */

/**
 * @typedef {object} Curiosity Whose thoughts about the position shown are to be told.
 * @property {number} at
 * @property {string} player
 */

/**
 * @typedef {object} Curve A number that changes from moment to moment.
 * @property {Text} label What it is.
 * @property {[number, number][]} points The moment from which each number holds, and the number.
 */

/**
 * @typedef {object} Daily The puzzles of a day.
 * @property {DailyPuzzle[]} puzzles
 */

/**
 * @typedef {object} DailyPuzzle A puzzle of a day, with its board for a small picture.
 * @property {string} game
 * @property {number} grade
 * @property {string} id
 * @property {Picture} picture
 * @property {string} tag
 * @property {Text} words
 */

/**
 * @typedef {object} Destination Where to look: at a node of the tree, or after so many plies of the line that is looked at.
 * @property {number} at
 * @property {number | null} [node]
 * @property {number | null} [to]
 */

/**
 * @typedef {object} Draft A text of rules and a position to judge with it.
 * @property {number | null} [level] From 1, very blurred, to 3, exactly, which it is unless given.
 * @property {string[]} [moves] What is played from there.
 * @property {string | null} [position] In the game's notation; the beginning unless given.
 * @property {string} text
 */

/** @typedef {(Look & {because?: number[], sentence: Text})} Drawn Something that a story draws on the board. */

/** @typedef {(DrawnShape & {colour?: MarkColour})} DrawnMark Something drawn on the board. */

/** @typedef {({cell: number, shape: 'cell'} | {cell: number, shape: 'circle'} | {cell: number, shape: 'square'} | {cell: number, shape: 'triangle'} | {cell: number, shape: 'cross'} | {cell: number, shape: 'label', words: string} | {from: number, shape: 'arrow', to: number})} DrawnShape What can be drawn on a board. */

/**
 * @typedef {object} Edge An edge of the board, as a straight line along its middle.
 * @property {[number, number]} from One end.
 * @property {Text} name What it is called, however the board lies.
 * @property {[number, number]} to The other end.
 */

/**
 * @typedef {object} End How a game ended, as it is written: `{"winner": "first", "reason": {"id": …}, "kind": "resigned"}`.
 * @property {string} kind The name of such an end.
 * @property {Text} reason Why, for a person.
 * @property {(Side | null)} winner Who won; null is a draw, or no result.
 */

/**
 * @typedef {object} Ended How a game ended, as lists tell it.
 * @property {string} kind The name of such an end.
 * @property {Text} reason Why, for a person.
 * @property {(Side | null)} winner Who won; none is a draw.
 */

/** @typedef {'fade' | 'drop'} Entrance How a new piece comes onto the board. */

/**
 * @typedef {object} Error What a client reads of it.
 * @property {Text} error What is wrong, as a message: `{"id", "args"}`.
 * @property {View} [view] The game as it stands, where somebody else had changed it before.
 */

/**
 * @typedef {object} File A file.
 * @property {boolean} built_in
 * @property {string} name
 * @property {string} text
 */

/**
 * @typedef {object} FileEntry A kept file in the list of them.
 * @property {number} errors How many are wrong; with any at all it is not used.
 * @property {string} name Its name.
 * @property {number} rules How many of its lines are rules.
 * @property {number} updated When it was last saved, in milliseconds of Unix time.
 */

/**
 * @typedef {object} CircleForm A circle.
 * @property {'circle'} form
 * @property {number} r Radius.
 * @property {number} x Centre.
 * @property {number} y Centre.
 */

/**
 * @typedef {object} PathForm A path in the words of SVG's `d`.
 * @property {string} d The path.
 * @property {'path'} form
 */

/**
 * @typedef {object} RectForm An upright rectangle.
 * @property {'rect'} form
 * @property {number} h Height.
 * @property {number} r Radius of its corners.
 * @property {number} w Width.
 * @property {number} x Left edge.
 * @property {number} y Top edge.
 */

/** @typedef {CircleForm | PathForm | RectForm} Form An outline. */

/**
 * @typedef {object} Frame The numbers of a trails layer at one time.
 * @property {number[]} figures A number for each ply of the layer.
 * @property {Text} label When that was.
 */

/**
 * @typedef {object} Frames How the board looks along a line.
 * @property {Still[]} frames After each of its plies, as far as they are legal.
 */

/**
 * @typedef {object} FromElsewhere A game from elsewhere.
 * @property {string} text The file as it is, or a HexWorld link.
 */

/**
 * @typedef {object} GameKind One game.
 * @property {string} adviser Who to play against and to ask when nobody has chosen.
 * @property {string | null} exact The player that proves what it says of almost any position; none in most games.
 * @property {string[]} formats The formats its games can be saved in.
 * @property {Geometry} geometry The usual board, and its tag.
 * @property {string[]} lessons The names of its lessons, in order.
 * @property {string} name
 * @property {Key[]} options
 * @property {PlayerKind[]} players
 * @property {number} puzzles How many puzzles it has.
 * @property {Sample} sample
 * @property {(Choosing | null)} setup What is chosen to set up a position; none in games where that is not possible.
 * @property {string} tag
 * @property {PlayerKind[]} trained Those who play only by a net of one's own: they are offered where there is one.
 */

/**
 * @typedef {object} Games
 * @property {Summary[]} games Those last touched, that one first.
 * @property {string | null} next What to ask for the next page with; null where there is none.
 * @property {number} total How many there are in all.
 */

/**
 * @typedef {object} Geometry A board without anything on it, and the looks of all that can stand there.
 * @property {Cell[]} cells The cells, in the order that all indices use.
 * @property {Edge[]} [edges] The edges that something can be joined to.
 * @property {Entrance} entrance How a new piece comes onto the board.
 * @property {Shape[]} ground What lies beneath the cells: frame, wood, grid lines.
 * @property {Label[]} labels Letters and numbers along the edges.
 * @property {Piece[]} pieces Every kind of piece, drawn around (0, 0).
 * @property {Rank[]} [ranks] Which pieces are stronger than which, the strongest first; none where that is no question.
 * @property {[SideLook, SideLook]} sides The two sides as they look now, whoever began first.
 * @property {Rotation[]} [turns] The ways the board can lie, the usual one first; none if it lies in one way only.
 * @property {[number, number, number, number]} view Left, top, width and height of what has to be seen.
 */

/**
 * @typedef {object} CellsGestures A tap on one of these cells plays the ply that is called like the cell and puts a piece there.
 * @property {number[]} [cells] The cells; not given where it is every cell on which nothing stands.
 * @property {'cells'} kind
 * @property {number} piece The piece that will stand there.
 */

/**
 * @typedef {object} PathGestures Drag from the first cell to the last, or tap one after the other.
 * @property {Text} [about] What it does, in a few words that follow its last cell.
 * @property {number[][]} cells The cells of each way.
 * @property {'path'} kind
 * @property {PathMark} mark How it is marked on the board once its first cell is chosen.
 * @property {string[]} plies The plies, of which one entry may be several divided by spaces.
 */

/**
 * @typedef {object} PlaceGestures Take a piece from the tray and put it down.
 * @property {'place'} kind
 * @property {number[]} lands Where each of them puts it.
 * @property {number} piece What is taken.
 * @property {string[]} plies The plies.
 */

/**
 * @typedef {object} PressGestures Press a button beside the board.
 * @property {Text} [about] What pressing it does, where that is not plain.
 * @property {Text} button What the button says.
 * @property {'press'} kind
 * @property {string} ply The ply, or several divided by spaces.
 */

/**
 * @typedef {object} TapGestures Tap any cell of several that mean the same ply.
 * @property {number[][]} cells The cells that mean each of them.
 * @property {'tap'} kind
 * @property {number[]} lands Where the piece will stand.
 * @property {number} piece The piece that will stand there.
 * @property {string[]} plies The plies.
 */

/** @typedef {CellsGestures | PathGestures | PlaceGestures | PressGestures | TapGestures} Gestures Gestures that have something in common. The lists of one entry belong together: the first ply is made with the first cells. */

/** @typedef {'doubtful' | 'mistake' | 'blunder'} Grade How bad a ply was. */

/** @typedef {(Stands & {board: string | null, handles: Gestures[], thought: Thought})} Judged A position and what rules say of it. */

/**
 * @typedef {object} Keep A file to keep.
 * @property {string | null} [before] What it was called until now; not given for a new one.
 * @property {string} text
 */

/**
 * @typedef {object} Key An option of a game or a key of a player: `{"type":"int","min":1,"max":9,"default":4,"help":"key-depth"}`.
 * @property {string[]} [built_in] The files that are always there.
 * @property {number[]} [common] Numbers that are asked for more than others.
 * @property {(Setting | null)} default What it is when nobody says; null if that depends on the rest.
 * @property {string} help The name of the message that explains it.
 * @property {string} [language] What a text or file is written in.
 * @property {number} [max] The most it may be.
 * @property {number} [min] The least it may be, where it is a number.
 * @property {string} name Its name.
 * @property {string} [needs] What else has to be said for a file to be followed, as in a player text: `eval=rules`.
 * @property {KeyType} type What it may be.
 * @property {Setting[]} [values] All it may be, where that is a few words or numbers.
 */

/** @typedef {'int' | 'real' | 'choice' | 'switch' | 'words' | 'text' | 'file'} KeyType What a value may be. */

/**
 * @typedef {object} KindName What a kind of moment is called in a story.
 * @property {MomentKind} kind The kind.
 * @property {Text} name What it is called.
 */

/**
 * @typedef {object} Lab How the lab stands.
 * @property {LabExperiment[]} experiments All that can be found out.
 * @property {(LabRun | null)} going The run that goes on now; there is never more than one.
 * @property {LabResult[]} results What was found out, the newest first.
 * @property {(Text | null)} trouble Why the last run ended before its end, if it did.
 * @property {boolean} workers Whether those who work for others can be looked at.
 */

/**
 * @typedef {object} LabExperiment An experiment. Its words are the messages `lab-NAME` and `lab-NAME-about`.
 * @property {boolean} alone Whether it measures times, so that the machine should do nothing else while it runs.
 * @property {Key[]} keys What it asks before it begins.
 * @property {string} name
 */

/**
 * @typedef {object} LabFile A result from elsewhere.
 * @property {string} name What it is called if it does not say so itself.
 * @property {string} text The file as it is: rows of an experiment, or a measurement of `stress --save`.
 */

/**
 * @typedef {object} LabPlot A plot.
 * @property {string} drawing The drawing in SVG and the list of whose line is which, as a piece of HTML.
 * @property {string} name
 * @property {string} title
 */

/**
 * @typedef {object} LabReport What results say, in the words of a language.
 * @property {string} lead The answer in a sentence.
 * @property {string[]} machines On which machines it was found.
 * @property {string[]} notes What has to be known to read the figures.
 * @property {LabPlot[]} plots
 * @property {LabTable[]} tables The first says it all, further ones more.
 * @property {string} title
 */

/**
 * @typedef {object} LabResult A result, whole or begun.
 * @property {number} all
 * @property {number | null} begun When it was begun, in milliseconds since 1970.
 * @property {(Text | null)} broken Why it cannot be read.
 * @property {number} done The rows there are, and those there will be.
 * @property {string} experiment
 * @property {string} id
 * @property {(Text | null)} machine The machine, in a sentence.
 * @property {string | null} name What it is called: the machine's name, or that of the file it came from.
 * @property {boolean} open Whether this version can go on with it.
 * @property {Record<string, string>} settings What was set.
 */

/**
 * @typedef {object} LabRun A run that goes on.
 * @property {number} all
 * @property {number} done
 * @property {number} part Which part of the work is done, from 0 to 1.
 * @property {string} result The result that it makes.
 * @property {number} seconds How long it has been going on.
 */

/**
 * @typedef {object} LabTable A table.
 * @property {string[]} heads
 * @property {string[][]} rows
 * @property {string} title
 * @property {number[]} words The columns that have words; the others have figures.
 */

/**
 * @typedef {object} LabWish A run to begin.
 * @property {string | null} [experiment] The experiment's name.
 * @property {string | null} [result] Instead of both: the result that is to go on.
 * @property {Record<string, string>} [settings] What is set, by key; what is not given is as usual.
 */

/**
 * @typedef {object} Label A letter or number beside the board, or in the corner of a cell.
 * @property {number} [size] How tall it is; none leaves that to whoever draws.
 * @property {string} text What it says.
 * @property {number} x Centre.
 * @property {number} y Centre.
 */

/**
 * @typedef {object} Laid What came of it.
 * @property {(Stands | null)} position The position, if there is one.
 * @property {(Text | null)} refused Why no game leads there, or there is none with these options.
 * @property {string | null} text The board as text, be it possible or not.
 */

/** @typedef {(Content & {id: string, sentence: Text, title: Text})} Layer One way to show how a player came to its move. Whoever draws knows no algorithm. */

/**
 * @typedef {object} Learnt How far somebody has come in a lesson or a puzzle.
 * @property {number | null} done When it was done, in milliseconds of Unix time; none if not yet.
 * @property {string} game
 * @property {number} [hints] How many hints were read; 3 where the solution was.
 * @property {string} id
 * @property {number} [tries] How often something was tried in vain.
 * @property {Way} way
 */

/**
 * @typedef {object} Level A strength of a player, by the keys that make it so.
 * @property {string} keys The player text after the name: `playouts=200`.
 * @property {string} name The name of the message that names it.
 */

/**
 * @typedef {object} LineWish A line that begins at a node of the tree.
 * @property {string[]} moves
 * @property {number} node
 */

/**
 * @typedef {object} Link A line between two cells, or between a cell and an edge of the board.
 * @property {number[]} carrier The cells it needs.
 * @property {number[]} cells The cells it joins, through any in between.
 * @property {number} [depth] How many plies of both sides it takes at most until its ends are joined, where that is known.
 * @property {number[]} [edges] The edges it ends on: one after the last cell, or a second one before the first. A line from edge to edge needs no cells.
 * @property {boolean} semi Whether it is only one ply short of holding.
 * @property {Side} side Whose it is.
 */

/**
 * @typedef {object} Listed A ply in a list of moves.
 * @property {string} turn The name of its turn.
 * @property {string} words What is written there; empty if nothing is.
 */

/** @typedef {((Link & {look: 'link'}) | (Mark & {look: 'mark'}) | {cell: number, heat: number, label: Text, look: 'warm', side: (Side | null)} | {cells: number[], heat: number, label: Text, look: 'trail'} | {cells: number[], look: 'span'})} Look How something looks on the board. */

/**
 * @typedef {object} Mark A cell that is marked, and why.
 * @property {number[]} because The cells the reason speaks of besides this one; they show with it.
 * @property {number} cell The cell.
 * @property {Text} label What such a mark is called: marks called the same share a line of the legend.
 * @property {Text} reason Why the cell is marked, in one sentence.
 * @property {(Side | null)} side Whose mark it is; none is nobody's.
 * @property {Sign} sign What is drawn there.
 */

/** @typedef {'green' | 'red' | 'blue' | 'yellow'} MarkColour The colours of marks. */

/**
 * @typedef {object} Moment One step of a search.
 * @property {Text} brief The same in a few words, for a list.
 * @property {NodeChange[]} [changes] What becomes of nodes.
 * @property {Text} [chapter] The part of the story that begins here, where one does: a depth, a simulation, a search.
 * @property {Text} [figure] The figure or comparison that goes with it, for the end of its line in a list.
 * @property {number[]} [hides] What is no longer drawn.
 * @property {MomentKind} kind What kind it is.
 * @property {string[]} [moves] Plies after the position of the node, or after the beginning where there is no tree, that are on the board too: a random game, the walk of an ant.
 * @property {number} [node] The node of the tree where it happens. Its position is on the board.
 * @property {Text} sentence What happens, in one sentence.
 * @property {number[]} [shows] What is drawn on the board from now on.
 * @property {number[]} [stresses] What is drawn strongly at this moment alone.
 * @property {Sum} [sum] A calculation, row by row: what is compared, with the formula filled in.
 */

/** @typedef {'visit' | 'up' | 'cut' | 'choose' | 'new' | 'fade'} MomentKind What kind of moment it is, by how it is drawn. */

/**
 * @typedef {object} Move A move, and how many plies whoever makes it believes to have been played.
 * @property {boolean} [aside] Whether it is only to be tried, beside a game that goes on.
 * @property {number} at
 * @property {string} move
 */

/**
 * @typedef {object} NetCourse How a net has learnt.
 * @property {number} begun When its last training was begun, in milliseconds since 1970.
 * @property {string} game What it plays, and with which options.
 * @property {number} games Games played to their end, the positions in them, and how long that took.
 * @property {string} name What it is called; a player follows it by this name.
 * @property {string} net How large it is: blocks and channels.
 * @property {Record<string, string>} options
 * @property {number} positions
 * @property {number} seconds
 * @property {string[]} shown Its last games as files, the newest first.
 * @property {NetStep[]} steps What it knew on the way.
 */

/**
 * @typedef {object} NetStep What a net knew at a moment.
 * @property {number[]} [against] Games won, lost and drawn against the net its training began with, if they were played.
 * @property {number} games After so many games.
 * @property {number[]} wrong How wrong it was of plies and of results.
 */

/**
 * @typedef {object} NewMain A line that is to be the main one.
 * @property {string} before What the line that was the main one is called from then on.
 * @property {number} node
 */

/**
 * @typedef {object} NodeChange What a node is from a moment on. What is not said stays as it was.
 * @property {number} node The node.
 * @property {Text[]} [notes] Small figures below it while it is being decided: `α +1`, `β 0`; two proof numbers.
 * @property {NodeState} state Its state.
 * @property {Text} [value] Its value as it is known now: `+1`, `≥ 0`, `3/7`.
 * @property {Text} [why] Why it was cut, as the comparison that did it.
 */

/** @typedef {'waiting' | 'open' | 'done' | 'cut' | 'best' | 'proved'} NodeState How far a search is with a node. */

/** @typedef {(Value & {by: string})} NodeValue A value, and who says so. */

/**
 * @typedef {object} Note A sentence to the player about the position.
 * @property {number[]} cells The cells it speaks of.
 * @property {Text} text The sentence.
 * @property {Tone} tone How urgent it is.
 */

/**
 * @typedef {object} Now What is so little that it is told whole with every change.
 * @property {number} at How many plies have been played at the position shown.
 * @property {string | null} board The position shown as a board that was set up, in games that have such.
 * @property {(ClocksView | null)} clocks The clocks, where the game is played with some.
 * @property {number} end The node in which the game as it was played stops. What is played there, while the game goes on, is part of it; what is played elsewhere is a variation.
 * @property {(End | null)} ended How the game as it was played ended, wherever one is looking.
 * @property {Gestures[]} handles The legal plies and how each is made by hand; and what a person may put elsewhere of what the turn has put down, written `a1>b2`.
 * @property {boolean[]} human Which sides are people.
 * @property {number[]} last The cells of the ply that led to the position shown, or where the pieces stand that the turn has moved.
 * @property {number} node The node of the position shown.
 * @property {(End | null)} outcome How the game ended, if the position shown is its end.
 * @property {boolean} paused Whether machines wait until they are told to go on.
 * @property {string[]} players The player texts of the two sides.
 * @property {Score} score What the players have won of each other in games one after another, by the sides they have now; this game too if it has ended.
 * @property {Side} side Who moves next.
 * @property {string} tag The board, by its tag: `/api/boards/{tag}` is its geometry.
 * @property {boolean} taken_back Whether something was taken back that can be put back.
 * @property {(Busy | null)} thinking What is being thought about now.
 * @property {number[]} twins The other nodes with the position shown, the earliest first.
 * @property {number} updated When it was last touched, in milliseconds of Unix time.
 * @property {number[][]} [ways] The cells that the turn has led pieces over, way by way in the order they were gone.
 */

/**
 * @typedef {object} Offered A format that a game can be saved in.
 * @property {string} format
 * @property {Text[]} leaves_out What of the game it has no place for, as messages.
 */

/** @typedef {'dot' | 'ring' | 'arrow'} PathMark How a path is marked on the board. */

/**
 * @typedef {object} Pause Whether machines wait.
 * @property {boolean} paused
 */

/**
 * @typedef {object} Picture A position on the board: what changes from ply to ply.
 * @property {Barred[]} [barred] Buttons that will be there but cannot be pressed now.
 * @property {Waiting[]} [lost] Pieces that are no longer on the board.
 * @property {Note[]} [notes] What the player should know about this position.
 * @property {Placed[]} pieces What stands where.
 * @property {Steps} [steps] Where a turn of several steps stands.
 * @property {Waiting[]} [tray] Pieces beside the board that wait to be placed.
 * @property {number[]} [winning] The cells of a line or chain that won the game.
 */

/**
 * @typedef {object} Piece The look of one kind of piece.
 * @property {string} letter One letter for it where nothing can be drawn.
 * @property {Text} name What it is called.
 * @property {boolean} [points] Whether it points somewhere on the board: then it turns with the board, and does not stand upright.
 * @property {Shape[]} shapes Its drawing, bottom first.
 * @property {number | null} [side] The side it belongs to; none is nobody's.
 */

/** @typedef {'frozen' | 'danger'} PieceState Something that is the matter with a piece. */

/**
 * @typedef {object} Placed A piece on a cell.
 * @property {number} cell Where it stands.
 * @property {number} piece What it is.
 * @property {PieceState} [state] Something that is the matter with it.
 */

/**
 * @typedef {object} PlayerKind What can be said about a player to somebody who chooses one.
 * @property {string} help The name of the message that says in one sentence what it does.
 * @property {boolean} human Whether it is a person.
 * @property {Key[]} keys Its keys.
 * @property {Level[]} levels Its strengths, weakest first.
 * @property {string} name Its name.
 * @property {string} [tells] The keys with which the story of its thought is short enough to be followed; none if it tells no story.
 */

/**
 * @typedef {object} Players Who plays, as player texts; whoever is not named stays.
 * @property {string | null} [first]
 * @property {string | null} [second]
 */

/** @typedef {(Value & {best: boolean, label: Text, move: string})} PlyLabel What is written at a ply. */

/** @typedef {'!' | '?' | '!!' | '??' | '!?' | '?!'} PlySign How good a ply was. */

/** @typedef {(Value & {at_most?: boolean, move: string, visits?: number})} PlyValue What a ply is worth to the side that plays it. */

/**
 * @typedef {object} Progress All that somebody has gone through; it is a file of progress too.
 * @property {Learnt[]} learnt
 */

/** @typedef {'move' | 'analysis' | 'hint'} Purpose What somebody thinks for. */

/**
 * @typedef {object} Put Where a move puts its stone.
 * @property {number} cell The cell.
 * @property {number} [from] The cell it comes from, if it was on the board before.
 * @property {Side} side Whose stone it is.
 */

/**
 * @typedef {object} PuzzleAttempt What was tried in a puzzle.
 * @property {number} [attempt] How often it has been tried: of answers that are equally good it decides which is given.
 * @property {string[]} [moves] The moves of both sides so far, as the answers listed them, and perhaps a new one.
 * @property {(Touched | null)} [touched] What was tried with the hand and is no move: `{"cells", "piece"}`.
 */

/**
 * @typedef {object} PuzzleEntry A puzzle in a list.
 * @property {string} game
 * @property {number} grade How hard it is, from 1 to 5.
 * @property {string} id
 */

/**
 * @typedef {object} PuzzleSolution How a puzzle is solved.
 * @property {string[]} line The moves of both sides to its end.
 * @property {string[]} tries Wrong first moves that are worth seeing refuted.
 */

/**
 * @typedef {object} Puzzles Puzzles.
 * @property {PuzzleEntry[]} puzzles
 */

/**
 * @typedef {object} Question An analysis to begin.
 * @property {number} at
 * @property {string[]} [beside] Who analyses it besides, each by itself.
 * @property {string} player
 * @property {boolean} [remembered] Whether whoever has thought of the position before need not think again.
 * @property {number | null} [seconds] How long at most; 30 unless given.
 */

/**
 * @typedef {object} QueuedWork Work that is asked for.
 * @property {number} again How many of these were handed out more than once.
 * @property {string} kind The kind of work.
 * @property {string} run What it is called.
 * @property {string} version Who may do it.
 * @property {number} waiting Jobs that nobody has begun.
 * @property {number} working Jobs that somebody works on.
 */

/**
 * @typedef {object} Rank Pieces of the two sides that are equally strong.
 * @property {Text} name What they are called, whosever they are.
 * @property {number[]} pieces Which they are.
 */

/**
 * @typedef {object} Remark What is to be said about a position; what is not given stays as it is.
 * @property {string | null} [comment] In words; empty is nothing.
 * @property {DrawnMark[] | null} [marks] What is drawn on the board.
 * @property {string | null} [name] The name of the line that begins there; empty is none.
 * @property {number} node
 * @property {string | null} [sign] How good the ply was: `!!`, `!`, `!?`, `?!`, `?` or `??`; empty is nothing.
 */

/**
 * @typedef {object} Remarks What is said about a position and the ply that led to it. Almost every position has none.
 * @property {string} [comment] In words.
 * @property {number} [left] The time left to whoever made it, in milliseconds.
 * @property {DrawnMark[]} [marks] What is drawn on the board.
 * @property {string} [name] What the line that begins here is called.
 * @property {PlySign} [sign] How good the ply was.
 * @property {number} [used] The time that the ply took, in milliseconds.
 * @property {NodeValue[]} [values] What the position is worth to the side to move.
 */

/**
 * @typedef {object} Report What is wrong with a text of rules, and what the lines that are right say of a position.
 * @property {Wrong[]} errors What is wrong with the first of them, by line and column, both from 1.
 * @property {(Judged | null)} judged The position, and what the rules say of it.
 * @property {(Text | null)} refused Why the position cannot be judged.
 * @property {number} rules How many lines are rules.
 * @property {number} wrong How many lines are wrong.
 */

/** @typedef {(ReviewProgress & {beside: ReviewBeside[], errors: ReviewError[], player: string, points: ReviewPoint[], seconds: number, sides: Care[], variations: boolean, wanted: boolean})} Review What is known of a game by its review. */

/**
 * @typedef {object} ReviewBeside A position in a variation.
 * @property {number} node Its node in the tree of the game.
 * @property {Side} side Who moves there.
 * @property {Value} value What it is worth to that side.
 */

/**
 * @typedef {object} ReviewError A ply that lost something.
 * @property {number} at After how many plies it was played.
 * @property {number} cost The chance of winning it gave away, in points of a hundred.
 * @property {Grade} grade How bad it was.
 * @property {Side} side Who played it.
 * @property {Thrown} [thrown] The proved result that it threw away.
 */

/**
 * @typedef {object} ReviewPoint A position of a reviewed game.
 * @property {string | null} best What the reviewer would play there.
 * @property {string[]} line What it expects to happen.
 * @property {number} node Its node in the tree of the game.
 * @property {string | null} played What was played there; null at the end.
 * @property {Side} side Who moves there.
 * @property {(Value | null)} value What it is worth to the side that moves there; null while that is not known.
 */

/**
 * @typedef {object} ReviewProgress How far a review has come.
 * @property {number} done How many positions are done with.
 * @property {number} of Of how many.
 * @property {boolean} running Whether it is under way.
 */

/**
 * @typedef {object} ReviewWish How somebody wishes a game to be reviewed. What is left out is as before.
 * @property {string | null} [player] By whom; the game's best player unless given.
 * @property {number | null} [seconds] How long each position is thought about; 2 unless given.
 * @property {boolean | null} [variations] Whether variations are reviewed too.
 */

/**
 * @typedef {object} Rotation A way for the board to lie. Whoever draws keeps letters and figures upright.
 * @property {number} degrees How far it is turned clockwise from how it is described here, in degrees.
 * @property {Text} name What it is called.
 * @property {number} [seat] The side that sees it so from where it sits, if the sides sit across from each other.
 */

/**
 * @typedef {object} Sample How the game looks while it is played, on a board that suits a small picture.
 * @property {Geometry} geometry
 * @property {Picture} picture
 */

/**
 * @typedef {object} Score How many games two players have won of each other. It goes with the players, not with the sides.
 * @property {number} drawn Those that nobody won.
 * @property {number[]} won Those won by whoever plays each side now.
 */

/** @typedef {(number | number | boolean | string)} Setting A value of an option or key. */

/** @typedef {(Form & {fill?: string, stroke?: string, width: number})} Shape A form with its colours. */

/**
 * @typedef {object} Shelf The files there are to follow.
 * @property {FileEntry[]} built_in Those that are always there.
 * @property {string} game The game that the rules are about.
 * @property {FileEntry[]} own Those that people wrote.
 */

/** @typedef {'first' | 'second'} Side One of the two who play: the one who makes the first ply of the game, and the other. A side is a *player*, not a colour. Where players may change colours (Hex with `swap-sides`), the geometry shows who has which, and results stay with the players. */

/**
 * @typedef {object} SideLook How a side is called and recognised.
 * @property {Text} goal What it wants, in one sentence: "Join the two red edges."
 * @property {Text} mark What tells it apart besides the colour: "ring".
 * @property {Text} name "Yellow".
 * @property {string} paint Its colour where something is tinted for a side: heat, bars, links.
 * @property {number} piece The piece that stands for the side beside its name.
 */

/** @typedef {'dead' | 'taken' | 'worse' | 'key'} Sign What a mark looks like, by what it says of its cell. */

/**
 * @typedef {object} Sketch A position to set up: as text, or as pieces on cells.
 * @property {string} game
 * @property {Record<string, string>} [options]
 * @property {[number, number][]} [pieces] Cells and the pieces on them, both by number.
 * @property {string | null} [side] Who is to move: `first` or `second`.
 * @property {string | null} [text] In the game's notation.
 */

/**
 * @typedef {object} SpanRow A row of a table with the places on the board it is about.
 * @property {Text} [about] Why it counts, where somebody has said so.
 * @property {number[][]} spans The cells of each place, in line.
 * @property {Text[]} texts What stands in the columns.
 */

/** @typedef {'told' | 'open' | 'done' | 'lost'} Standing Whether a goal is reached. */

/**
 * @typedef {object} Stands A position.
 * @property {(End | null)} outcome
 * @property {Picture} picture
 * @property {Side} side
 * @property {string} tag The board, by its tag.
 */

/**
 * @typedef {object} Start What a game begins from: all that is needed to begin it again.
 * @property {string} game The game's name.
 * @property {Record<string, string>} [options] Its options, as they would be typed.
 * @property {string} [position] A position in the game's notation; none is the usual beginning.
 */

/**
 * @typedef {object} Steps Where a turn of several steps stands.
 * @property {number} done Steps already made in this turn.
 * @property {number} of Steps a turn has at most.
 */

/**
 * @typedef {object} Still How the board looks after one ply of a line.
 * @property {number[]} last Where the ply lands.
 * @property {string} move The ply.
 * @property {Picture} picture What is on the board then.
 * @property {Side} side Who plays it.
 */

/**
 * @typedef {object} Story What a search did, in order.
 * @property {Curve[]} [curves] Numbers that change from moment to moment, to be drawn as curves.
 * @property {Drawn[]} drawn Everything that is ever drawn on the board.
 * @property {KindName[]} kinds What the kinds of moments are called here.
 * @property {Text[]} [levels] What stands above each level of the tree, where there is something to say.
 * @property {Moment[]} moments What happened.
 * @property {boolean} more Whether the search did more than is told: it went on after the last moment, or before it.
 * @property {StoryNode[]} nodes The tree: the first node is the position that was thought about, and every other one comes after the one it follows. Empty where the algorithm has no tree.
 * @property {Text} sentence What one sees here, in a sentence that a beginner understands.
 * @property {Text} [values] What the figures at the nodes mean, where they need words: whose they are, and in what unit.
 */

/**
 * @typedef {object} StoryNode A node of the tree.
 * @property {number} [more] How many more nodes follow it that are never looked at and are not in the tree.
 * @property {string[]} [moves] The plies that lead here from there; usually one.
 * @property {number} [parent] The node it follows; the first has none.
 * @property {Side} [side] Who makes them.
 * @property {Text} [words] What they are called, where they are not made on the board but by a button: what that says.
 */

/**
 * @typedef {object} Studies What there is to study.
 * @property {StudyEntry[]} studies
 */

/**
 * @typedef {object} StudyEntry A study in the list.
 * @property {Text} about
 * @property {string} id
 * @property {Picture} picture
 * @property {Subject} subject
 * @property {string} tag Its board, by its tag.
 * @property {Text} title
 */

/** @typedef {(Start & {moves?: string[], player: string})} Subject A position and who thinks about it: all that is needed to tell the story again. */

/**
 * @typedef {object} Sum A calculation as a table.
 * @property {number} [chosen] The row that was decisive.
 * @property {Text[]} columns What stands above the columns.
 * @property {Text[][]} rows The rows.
 */

/**
 * @typedef {object} Summary A game in the list of games.
 * @property {number} created
 * @property {string} game
 * @property {string} id
 * @property {Record<string, string>} options Its options, but for whole texts.
 * @property {(Ended | null)} outcome How the game ended.
 * @property {boolean} over Whether the game as a whole has ended.
 * @property {string[]} players
 * @property {number} plies How many plies were played.
 * @property {number[][]} stands For each kind of piece, in the order of the board's pieces, the cells where one stands.
 * @property {string} tag The board, by its tag.
 * @property {boolean} turn Whether a person moves next.
 * @property {number} updated
 */

/**
 * @typedef {object} Text A message to a person, not yet in any language. `Display` gives its name and arguments, for logs and for whoever uses a library without the languages.
 * @property {Record<string, Arg>} [args] What stands in the message's gaps.
 * @property {string} id The message's name in `locales/*.ftl`.
 */

/** @typedef {(Answer & Value & {candidates: PlyValue[], depth?: number, layers: Layer[], lines: Variation[], nodes: number, seconds: number})} Thought What a player thinks of a position. */

/**
 * @typedef {object} ThoughtEvent What somebody thinks.
 * @property {number} at The position it is about.
 * @property {boolean} done Whether this is the last word.
 * @property {string} player Who thinks.
 * @property {Purpose} purpose What for.
 * @property {boolean} stopped Whether somebody cut it short.
 * @property {Thought} thought What is thought.
 */

/** @typedef {'win' | 'draw'} Thrown A result that was proved and is gone. */

/**
 * @typedef {object} Told A thought, told moment by moment.
 * @property {Board[]} boards Every board that is seen, each after the one it is told by.
 * @property {number[]} shown The board of each moment.
 * @property {Story} story What happened.
 * @property {Subject} subject What it is about.
 * @property {string} tag The board that was thought about, by its tag.
 */

/** @typedef {'news' | 'info' | 'good' | 'warn'} Tone How urgent a note is. */

/**
 * @typedef {object} Touched What somebody has tried with the hand.
 * @property {number[]} cells The cells touched one after the other.
 * @property {(number | null)} [piece] The piece taken from the tray, if one was.
 */

/** @typedef {(TournamentProgress & {begun: number, broken: (Text | null), form: string, game: string, id: string, players: number, title: string})} TournamentEntry A tournament in the list. */

/**
 * @typedef {object} ProgressTournamentEvent How far it has come.
 * @property {TournamentProgress} data How far it has come.
 * @property {'progress'} event
 */

/** @typedef {ProgressTournamentEvent} TournamentEvent What the stream brings. */

/**
 * @typedef {object} TournamentGame A game of a tournament.
 * @property {string} end How it ended.
 * @property {boolean} fault Whether somebody's fault ended it.
 * @property {string} first Who began.
 * @property {number} game 0 or 1: in the other one colours are changed.
 * @property {number} moves How many plies were played after the opening.
 * @property {number} pair The number of its pair, from 0.
 * @property {string} second
 * @property {(Side | null)} winner Who won: `first`, `second`, or nobody.
 */

/**
 * @typedef {object} TournamentGames The games of a tournament that were asked for.
 * @property {number} all How many there are; no more than two hundred are listed.
 * @property {TournamentGame[]} games The last ones first.
 */

/**
 * @typedef {object} TournamentProgress How far a tournament has come.
 * @property {number} games Games that are over.
 * @property {number} minute Games that were kept in the last minute.
 * @property {number} of How many there are to be, as far as is known.
 * @property {boolean} over Whether nothing is left to be played.
 * @property {boolean} playing Whether somebody plays it now, here or elsewhere.
 */

/**
 * @typedef {object} TournamentRecord A game as a file.
 * @property {string} text What `/api/open` opens.
 */

/**
 * @typedef {object} TournamentReport What a tournament says so far, in the words of a language.
 * @property {string} about
 * @property {string | null} course The course of the test as SVG, if there is one.
 * @property {Crosstable} crosstable
 * @property {string} faults
 * @property {string[]} figures Of two players, what test programs of chess say.
 * @property {string[]} notes
 * @property {TournamentProgress} now
 * @property {string} progress How far it has come.
 * @property {LabTable} ranking
 * @property {LabTable[]} rounds Where there are rounds: who stands where, and who met whom.
 * @property {string} strengths The strengths with their intervals, as SVG.
 * @property {string} summary What came of it, in a sentence.
 * @property {string} title
 */

/**
 * @typedef {object} TournamentWish A tournament to begin.
 * @property {string} [game]
 * @property {Record<string, string>} [options] The options of the game.
 * @property {string[]} [players] Who takes part, as player texts.
 * @property {Record<string, string>} [settings] What is set, by key; what is not given is as usual.
 * @property {string} [title] What it is called.
 * @property {string | null} [tournament] Instead of all else: the one that is to go on.
 */

/**
 * @typedef {object} Tournaments How the tournaments stand.
 * @property {string | null} going The one that is played here now; there is never more than one.
 * @property {Key[]} keys What is asked before a tournament.
 * @property {TournamentEntry[]} tournaments All there are, the last one begun first.
 * @property {(Text | null)} trouble Why the last one stopped before its end, if it did.
 */

/**
 * @typedef {object} Trail A ply of a trails layer.
 * @property {number[]} cells The cells it leads over, or the one where it puts a piece.
 * @property {string} move The ply.
 */

/**
 * @typedef {object} TrainingRun A training that goes on.
 * @property {number} all
 * @property {string} name The net.
 * @property {number} seconds How long it has been going on, and how long it is to.
 */

/**
 * @typedef {object} TrainingWish A training to begin.
 * @property {string | null} [game] The game it is to learn; without one, the net of that name goes on.
 * @property {string} name What the net is called, or is to be called.
 * @property {Record<string, string>} [options] The options of the game.
 * @property {Record<string, string>} [settings] What is set, by key; what is not given is as usual.
 */

/**
 * @typedef {object} Trainings How the trainings stand.
 * @property {(TrainingRun | null)} going The training that goes on now; there is never more than one.
 * @property {Key[]} keys What is asked before a training.
 * @property {NetCourse[]} nets The nets, the last one trained first.
 * @property {(Text | null)} trouble Why the last one ended before its end, if it did.
 */

/**
 * @typedef {object} TreeNode A node of a search tree, seen from the side to move at the root.
 * @property {boolean} best Whether it is on the best line.
 * @property {Bound} bound How exact the value is.
 * @property {TreeNode[]} [children] What follows.
 * @property {Text} [cut] Why the rest was cut, as the comparison that cut it.
 * @property {number} [more] How many children are not shown.
 * @property {string} [move] The ply that leads to it; none at the root.
 * @property {Value} [value] What it is worth to the side to move at the root; none if nothing is known.
 * @property {number} [visits] How often it was visited, where that is how the player works.
 */

/**
 * @typedef {object} Trial What a ply is worth that somebody tried.
 * @property {Value} before What the position was worth before.
 * @property {(ReviewError | null)} error What it lost; null if nothing that matters.
 * @property {string[]} line What the reviewer expects after it.
 * @property {string} move The ply as the game writes it.
 * @property {number} node The node it leads to, beside the game.
 * @property {Side} side Whoever plays it.
 * @property {Value} value What it is worth to them.
 */

/**
 * @typedef {object} TrialWish A ply that somebody tries at a node of the tree.
 * @property {string} move
 * @property {number} node
 */

/**
 * @typedef {object} Tried What somebody tried with the hand, and how many plies they believe to have been played.
 * @property {number} at
 * @property {number[]} cells The cells touched one after the other.
 * @property {number | null} [piece] A piece taken from beside the board, by its place in the geometry.
 */

/**
 * @typedef {object} Trouble Something that went wrong and that nobody had asked for.
 * @property {Text} error What is wrong.
 */

/** @typedef {(Remarks & {after?: number, id: number, lands?: number, listed?: Listed, mover?: number, place?: number, ply: string})} Twig A node of a game's tree, and the ply that led to it. */

/** @typedef {'playouts' | 'fitted' | 'leaning' | 'stones' | 'needed' | 'points' | 'rabbits' | 'unknown'} Unit What the number of a guess is. Only the first two are chances, and only those may be written as one; all others are written as themselves. */

/**
 * @typedef {object} Value What is expected for the side to move: `"value":0.5`, or `"value":1,"proved":"win","plies":3`.
 * @property {number} [plies] Plies to the end with best play, where the proof says so.
 * @property {Verdict} [proved] What is proved, where something is.
 * @property {number} [score] A guess in the player's own measure, where it has one.
 * @property {Unit} [unit] What a guess is.
 * @property {number} value The expected result from -1 (lost) to 1 (won).
 */

/** @typedef {(Value & {moves: string[]})} Variation A line of play. */

/** @typedef {'loss' | 'draw' | 'win'} Verdict A proved result, for the side to move. */

/** @typedef {(Now & {created: number, game: string, id: string, listed: Listed[] | null, movers: number[], moves: string[], options: Record<string, string>, picture: Picture, revision: number, tree: Twig[]})} View A game as it stands at the position shown. */

/**
 * @typedef {object} Waiting Pieces of one kind beside the board.
 * @property {number} count How many of them.
 * @property {number} piece What they are.
 */

/**
 * @typedef {object} Warm A cell of a heat layer.
 * @property {number} cell The cell.
 * @property {number} heat From 0 to 1 on the scale.
 * @property {Text} label The figure on it.
 */

/**
 * @typedef {object} ChangeWatchEvent What has changed in it.
 * @property {Change} data What has changed in it.
 * @property {'change'} event
 */

/**
 * @typedef {object} ReviewWatchEvent How far a review has come.
 * @property {ReviewProgress} data How far a review has come.
 * @property {'review'} event
 */

/**
 * @typedef {object} ThoughtWatchEvent What somebody thinks.
 * @property {ThoughtEvent} data What somebody thinks.
 * @property {'thought'} event
 */

/**
 * @typedef {object} TroubleWatchEvent Something went wrong that nobody had asked for.
 * @property {Trouble} data Something went wrong that nobody had asked for.
 * @property {'trouble'} event
 */

/**
 * @typedef {object} ViewWatchEvent How the game stands.
 * @property {View} data How the game stands.
 * @property {'view'} event
 */

/** @typedef {ChangeWatchEvent | ReviewWatchEvent | ThoughtWatchEvent | TroubleWatchEvent | ViewWatchEvent} WatchEvent What a stream brings: the name of each event, and its data. */

/** @typedef {'lesson' | 'puzzle'} Way What there is to go through. */

/**
 * @typedef {object} Where How many plies whoever asks believes to have been played.
 * @property {number} at
 */

/**
 * @typedef {object} WhyNot Why something is no move.
 * @property {(Text | null)} why A message; none where there is nothing to say.
 */

/**
 * @typedef {object} Wish A game to begin.
 * @property {(Control | null)} [clock] How much time each side has; as much as it wants unless given.
 * @property {string | null} [first] The player text of the side that begins; a person unless given.
 * @property {string} game
 * @property {Record<string, string>} [options]
 * @property {string | null} [position] Where to begin, in the game's notation.
 * @property {string | null} [second] The player text of the other side; a person unless given.
 * @property {number | null} [seed] What the machines' choices begin from.
 */

/**
 * @typedef {object} Worker A worker, as it says itself.
 * @property {number} busy How many it does now.
 * @property {number} done Jobs it has done.
 * @property {number} faults Jobs of which nothing came but a reason.
 * @property {number} jobs How many jobs it does at the same time.
 * @property {number} last_minute Jobs done in the last minute.
 * @property {string} name Its name.
 * @property {string} version Its version.
 */

/**
 * @typedef {object} Workers Who works, and what is left to do.
 * @property {QueuedWork[]} queued The work that is asked for.
 * @property {number} results Results that nobody has fetched yet.
 * @property {Worker[]} workers The workers that answered.
 */

/**
 * @typedef {object} Wrong What is wrong with a line.
 * @property {number} column
 * @property {Text} expected
 * @property {Text} found
 * @property {number} line
 */

export {};
