// The shapes of what the server says, as JSDoc types. Nothing here runs.

/** @typedef {{id: string, args?: Record<string, Arg>}} Text a message by name, not yet in a language */
/** @typedef {number | string | Text} Arg */

/** @typedef {{form: 'circle', x: number, y: number, r: number}} Circle */
/** @typedef {{form: 'rect', x: number, y: number, w: number, h: number, r: number}} Rect */
/** @typedef {{form: 'path', d: string}} Path */
/** @typedef {Circle | Rect | Path} Form */
/** @typedef {Form & {fill?: string, stroke?: string, width: number}} Shape */

/**
 * @typedef {object} Cell
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {Form} outline
 * @property {Form} [hit]
 * @property {string} [fill]
 */
/** @typedef {{name: Text, from: [number, number], to: [number, number]}} Edge */
/** @typedef {{name: Text, side: number | null, letter: string, shapes: Shape[], points?: boolean}} Piece */
/** @typedef {{name: Text, mark: Text, goal: Text, piece: number, paint: string}} SideLook */
/**
 * @typedef {object} Geometry
 * @property {[number, number, number, number]} view
 * @property {Shape[]} ground
 * @property {Cell[]} cells
 * @property {{x: number, y: number, text: string, size?: number}[]} labels
 * @property {Edge[]} [edges] that something can be joined to
 * @property {{name: Text, degrees: number, seat?: number}[]} [turns] the ways it can lie, the usual one first
 * @property {Piece[]} pieces
 * @property {[SideLook, SideLook]} sides
 * @property {'fade' | 'drop'} entrance
 */

/** @typedef {{cell: number, piece: number, state?: 'frozen' | 'danger'}} Placed */
/** @typedef {{tone: 'news' | 'info' | 'good' | 'warn', text: Text, cells: number[]}} Note */
/**
 * @typedef {object} Picture
 * @property {Placed[]} pieces
 * @property {number[]} [winning]
 * @property {Note[]} [notes]
 * @property {{piece: number, count: number}[]} [tray]
 * @property {{piece: number, count: number}[]} [lost]
 * @property {{done: number, of: number}} [steps]
 * @property {{button: Text, why: Text}[]} [barred] buttons that cannot be pressed now
 */

/** @typedef {{ply: string, kind: 'tap', cells: number[], lands: number, piece: number}} TapHandle */
/** @typedef {'dot' | 'ring' | 'arrow'} PathMark */
/** @typedef {{ply: string, kind: 'path', cells: number[], mark?: PathMark, about?: Text}} PathHandle */
/** @typedef {{ply: string, kind: 'place', piece: number, lands: number}} PlaceHandle */
/** @typedef {{ply: string, kind: 'press', button: Text, about?: Text}} PressHandle */
/** @typedef {TapHandle | PathHandle | PlaceHandle | PressHandle} Handle how a person makes one legal ply, or several divided by spaces */

/** @typedef {'first' | 'second'} Side */
/**
 * @typedef {object} View a game as it stands at the cursor
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string | number | boolean>} options
 * @property {[string, string]} players
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {Side} side
 * @property {number} at
 * @property {string[]} moves
 * @property {number[]} movers
 * @property {{words: string, turn: string}[] | null} listed how each of them is written, in games whose turns have names
 * @property {number[]} last
 * @property {Handle[]} handles
 * @property {{winner: Side | null, reason: Text} | null} outcome
 * @property {{purpose: Purpose, player: string} | null} thinking
 * @property {string | null} board the position as a board that was set up
 * @property {boolean} paused
 * @property {{minutes: number, extra: number, left: [number, number], running: Side | null} | null} clocks
 * @property {{won: [number, number], drawn: number}} score of the games played one after another, by the sides of now
 * @property {[boolean, boolean]} human
 */
/**
 * @typedef {object} Summary a stored game in the list
 * @property {string} id
 * @property {string} game
 * @property {Record<string, string | number | boolean>} options
 * @property {[string, string]} players
 * @property {number} created
 * @property {number} updated
 * @property {number} plies
 * @property {boolean} over
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {number[]} last
 * @property {{winner: Side | null, reason: Text} | null} [outcome]
 * @property {boolean} [turn]
 */

/** @typedef {'win' | 'draw' | 'loss'} Verdict */
/** @typedef {{value: number, proved?: Verdict, plies?: number, score?: number}} Value for the side to move */
/** @typedef {'move' | 'analysis' | 'hint'} Purpose */
/** @typedef {Value & {move: string, at_most?: boolean, visits?: number}} PlyValue */
/** @typedef {Value & {moves: string[]}} Variation */
/**
 * @typedef {object} Told what a thought says besides its value
 * @property {string | null} move
 * @property {Variation[]} lines
 * @property {number} nodes
 * @property {number} [depth]
 * @property {number} seconds
 * @property {Layer[]} layers
 */
/** @typedef {Told & Value & {candidates: PlyValue[]}} Thought */
/** @typedef {{purpose: Purpose, at: number, player: string, done: boolean, stopped: boolean, thought: Thought}} ThoughtEvent */

/** @typedef {{cell: number, heat: number, label: Text}} Warm */
/** @typedef {{cells: number[], edges?: number[], side: Side, semi: boolean, carrier: number[]}} Link */
/** @typedef {{cell: number, sign: 'dead' | 'taken' | 'worse' | 'key', label: Text, reason: Text, because: number[], side: Side | null}} Mark */
/** @typedef {Value & {move: string, label: Text, best: boolean}} PlyLabel */
/**
 * @typedef {object} TreeNode
 * @property {string} [move]
 * @property {Value} [value]
 * @property {'exact' | 'least' | 'most'} bound
 * @property {number} [visits]
 * @property {boolean} best
 * @property {TreeNode[]} [children]
 * @property {number} [more]
 * @property {Text} [cut]
 */
/** @typedef {{kind: 'heat', cells: Warm[], side: Side | null, low: Text, high: Text, curve: number}} HeatContent */
/** @typedef {{kind: 'trails', plies: {move: string, cells: number[]}[], frames: {label: Text, figures: number[]}[], low: number, high: number}} TrailsContent plies by a number, at one time after another */
/** @typedef {{kind: 'labels', plies: PlyLabel[]}} LabelsContent */
/** @typedef {{kind: 'links', links: Link[], whole: Text, semi: Text}} LinksContent */
/** @typedef {{kind: 'marks', marks: Mark[]}} MarksContent cells marked with a reason */
/** @typedef {{kind: 'paths', paths: number[][]}} PathsContent */
/** @typedef {{kind: 'moves', moves: {cell: number, from?: number, side: Side}[]}} MovesContent stones put or moved one after the other */
/** @typedef {{kind: 'table', columns: Text[], rows: Text[][]}} TableContent */
/** @typedef {{texts: Text[], spans: number[][]}} SpanRow a row of a table with its places on the board */
/** @typedef {{kind: 'spans', move: string, columns: Text[], rows: SpanRow[]}} SpansContent */
/** @typedef {{kind: 'tree', root: TreeNode}} TreeContent */
/** @typedef {{kind: 'words', paragraphs: Text[]}} WordsContent */
/** @typedef {HeatContent | TrailsContent | LabelsContent | LinksContent | MarksContent | PathsContent | MovesContent | TableContent | SpansContent | TreeContent | WordsContent} Content */
/** @typedef {{id: string, title: Text, sentence: Text} & Content} Layer */

/**
 * @typedef {object} Key an option of a game or a setting of a player
 * @property {string} name
 * @property {'int' | 'real' | 'choice' | 'switch' | 'words' | 'text' | 'file'} type
 * @property {number} [min]
 * @property {number} [max]
 * @property {(string | number)[]} [values]
 * @property {string} [language] what a file or text is written in
 * @property {string[]} [built_in] the files that are always there
 * @property {string | null} [needs] what else has to be said for a file to be followed, as in a player text
 * @property {string | number | boolean | null} [default]
 * @property {string} help
 */
/** @typedef {{name: string, rules: number, errors: number, updated: number}} FileEntry a file that is kept here */
/** @typedef {{name: string, keys: string}} Level a strength by the keys that make it so */
/** @typedef {{name: string, help: string, human: boolean, keys: Key[], levels: Level[]}} PlayerKind */
/**
 * @typedef {object} GameKind
 * @property {string} name
 * @property {Key[]} options
 * @property {PlayerKind[]} players
 * @property {{side: boolean} | null} setup what is chosen besides the pieces to set up a position, where that is possible
 * @property {string[]} formats what its games can be saved as
 * @property {string} adviser
 * @property {string[]} lessons the names of its lessons, in order
 * @property {Geometry} geometry
 * @property {{geometry: Geometry, picture: Picture}} sample how it looks while it is played
 */

/** @typedef {{line: number, column: number} & ({found: Text, expected: Text, why?: undefined} | {why: Text, found?: undefined})} Wrong what is wrong with a line */
/**
 * @typedef {object} Judged a position and what rules say of it
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {Side} side
 * @property {Handle[]} handles
 * @property {{winner: Side | null, reason: Text} | null} outcome
 * @property {string | null} board
 * @property {Thought} thought
 */
/** @typedef {{rules: number, wrong: number, errors: Wrong[], refused: Text | null, judged: Judged | null}} Report */

/** @typedef {{geometry: Geometry, picture: Picture, side: Side, outcome: {winner: Side | null, reason: Text} | null}} Stands */
/** @typedef {{text: string | null, refused: Text | null, position: Stands | null}} Laid a board that was set up */

/** @typedef {{id: string, title: Text, about: Text, steps: number, geometry: Geometry, picture: Picture}} CourseEntry a lesson in the list */
/**
 * @typedef {object} Blackboard a step of a lesson as it stands, the program having answered
 * @property {Text} words
 * @property {Text | null} hint what helps whoever does not find it
 * @property {number} steps how many the lesson has
 * @property {Side | null} you
 * @property {boolean} began whether the first move is the program's
 * @property {boolean} answers whether it answers each move
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {number[]} last
 * @property {Layer | null} layer
 * @property {Handle[]} handles
 * @property {string[]} moves
 * @property {'told' | 'open' | 'done' | 'lost'} standing
 * @property {Text | null} says
 * @property {number[]} better
 * @property {Text | null} why what was tried is no move
 */

export {};
