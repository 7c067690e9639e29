// Talks to the server: plain requests, and the stream of what happens in a game.

import { changed, handy } from './wire.js';

/** @import {Blackboard as SentBlackboard, BookChapter as SentChapter, BookContents, BookFinds, BookThought as SentThought, Change, FileEntry, Frames, GameKind, Games, Geometry, Lab, LabReport, LabResult, Learnt, NetCourse, Offered, PuzzleEntry, PuzzleSolution, Review, ReviewProgress, ReviewWish, Subject, Text, ThoughtEvent, Told, TournamentEntry, TournamentGames, TournamentProgress, TournamentRecord, TournamentReport, Tournaments, Trainings, Trial, View as SentView, Workers} from '../types.js' */
/** @import {Blackboard, BookBoard, BookChapter, BookThought, CourseEntry, DailyPuzzle, Laid, Report, StudyEntry, View} from './wire.js' */

/** What the server refused, in its own words. */
export class Refusal extends Error {
  /** @param {number} status 0 when nobody answered @param {Text} text @param {SentView} [view] */
  constructor(status, text, view) {
    super(text.id);
    this.status = status;
    this.text = text;
    this.view = view;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @param {AbortSignal} [signal] whoever asked has gone
 * @returns {Promise<any>}
 */
async function request(method, path, body, signal) {
  let response;
  let words;
  try {
    response = await fetch(path, {
      method,
      headers: body ? { 'content-type': 'application/json' } : undefined,
      body: body && JSON.stringify(body),
      signal,
    });
    words = await response.text();
  } catch {
    throw new Refusal(0, { id: 'page-offline' });
  }
  let answer;
  try {
    answer = words ? JSON.parse(words) : undefined;
  } catch {
    answer = undefined;
  }
  if (!response.ok)
    throw new Refusal(
      response.status,
      answer?.error ?? { id: 'page-server-trouble', args: { status: response.status } },
      answer?.view,
    );
  return answer;
}

/** Boards by their tags; one never changes. @type {Map<string, Promise<Geometry>>} */
const boards = new Map();

/** The board of a tag. @param {string} tag @returns {Promise<Geometry>} */
export function board(tag) {
  let found = boards.get(tag);
  if (!found) {
    found = request('GET', `/api/boards/${tag}`);
    boards.set(tag, found);
    // What could not be had now may be had later.
    found.catch(() => boards.delete(tag));
  }
  return found;
}

/**
 * @template {{tag: string}} T
 * @param {T} sent
 * @returns {Promise<T & {geometry: Geometry}>} with its board
 */
const drawn = async (sent) => ({ ...sent, geometry: await board(sent.tag) });

/** A game with its board. @param {SentView} sent @returns {Promise<View>} */
export const whole = async (sent) => handy(sent, await board(sent.tag));

/** A game after a change. @param {View} view @param {Change} change @returns {Promise<View>} */
export const after = async (view, change) => changed(view, change, await board(change.tag));

/** @param {string} id */
const game = (id) => `/api/games/${encodeURIComponent(id)}`;

/** @returns {Promise<{games: GameKind[]}>} */
export async function catalogue() {
  const answer = await request('GET', '/api/catalogue');
  for (const { tag, geometry } of answer.games) boards.set(tag, Promise.resolve(geometry));
  return answer;
}
/** A page of the list of games. @param {string | null} after where it goes on @returns {Promise<Games>} */
export const games = (after) => request('GET', `/api/games${after ? `?after=${after}` : ''}`);
/** @typedef {{game: string, options: Record<string, string>, first: string, second: string, position?: string}} Wished */
/** @param {Wished} wish @param {AbortSignal} [signal] @returns {Promise<SentView>} */
export const begin = (wish, signal) => request('POST', '/api/games', wish, signal);
/** @param {string} id @returns {Promise<SentView>} */
export const look = (id) => request('GET', game(id));
/** @param {string} id */
export const forget = (id) => request('DELETE', game(id));
/** The next game of the same players. @param {string} id @returns {Promise<SentView>} */
export const again = (id) => request('POST', `${game(id)}/again`, {});
/** Anything that is done to a game, which answers with what has changed, if it is done at once. @param {string} id @param {string} what @param {object} [body] @returns {Promise<Change | undefined>} */
export const act = (id, what, body = {}) => request('POST', `${game(id)}/${what}`, body);

/** Why what somebody tried with the hand is no move. @param {string} id @param {{at: number, cells: number[], piece: number | null}} tried @returns {Promise<{why: Text | null}>} */
export const whyNot = (id, tried) => request('POST', `${game(id)}/why`, tried);

/** What is known of a game by its review. @param {string} id @returns {Promise<Review>} */
export const review = (id) => request('GET', `${game(id)}/review`);
/** Begins to review a game, or goes on with it. @param {string} id @param {ReviewWish} wish */
export const reviewBegin = (id, wish) => request('POST', `${game(id)}/review`, wish);
/** @param {string} id @returns {Promise<Review>} */
export const reviewStop = (id) => request('DELETE', `${game(id)}/review`);
/** What a ply is worth that somebody tries; it is a variation then. @param {string} id @param {number} node @param {string} move @returns {Promise<Trial>} */
export const tryAt = (id, node, move) => request('POST', `${game(id)}/try`, { node, move });
/** How the board looks along a line. @param {string} id @param {number} node @param {string[]} moves @returns {Promise<Frames>} */
export const frames = (id, node, moves) => request('POST', `${game(id)}/frames`, { node, moves });

/** What is in the book. @param {string} language @returns {Promise<BookContents>} */
export const bookContents = (language) => request('GET', `/api/book/${language}`);
/** A chapter, its boards with what they are drawn on. @param {string} language @param {string} name @param {AbortSignal} signal @returns {Promise<BookChapter>} */
export async function bookChapter(language, name, signal) {
  const sent = await request('GET', `/api/book/${language}/chapter?${new URLSearchParams({ name })}`, undefined, signal);
  /** @param {SentChapter['blocks'][number]} block */
  const whole = async (block) => (block.kind === 'board' ? drawn(block) : block);
  return { ...sent, blocks: await Promise.all(sent.blocks.map(whole)) };
}
/** The chapters in which words are found. @param {string} language @param {string} words @param {AbortSignal} signal @returns {Promise<BookFinds>} */
export const bookSearch = (language, words, signal) =>
  request('GET', `/api/book/${language}/search?${new URLSearchParams({ words })}`, undefined, signal);
/** What somebody thinks of a board of the book. @param {string} language @param {string} name the chapter's @param {BookBoard} board @param {AbortSignal} signal @returns {Promise<BookThought>} */
export async function bookThought(language, name, { number, picture, geometry }, signal) {
  const asked = new URLSearchParams({ name, number: String(number) });
  /** @type {SentThought} */
  const sent = await request('GET', `/api/book/${language}/board?${asked}`, undefined, signal);
  return handy({ ...sent, picture }, geometry);
}

/** The formats a game can be saved in, and what each leaves out. @param {string} id @returns {Promise<Offered[]>} */
export const formats = (id) => request('GET', `${game(id)}/formats`);
/** Where a game is to be had as a file. @param {string} id @param {string} format */
export const fileAddress = (id, format) => `${game(id)}/file?format=${format}`;
/** A game as the text of a file. @param {string} id @param {string} format */
export async function fileText(id, format) {
  const response = await fetch(fileAddress(id, format)).catch(() => null);
  if (!response) throw new Refusal(0, { id: 'page-offline' });
  if (!response.ok) throw new Refusal(response.status, (await response.json()).error);
  return (await response.text()).trimEnd();
}
/** A game from the text of a file, or from a link. @param {string} text @returns {Promise<{id: string, left_out: Text | null}>} */
export const open = (text) => request('POST', '/api/open', { text });

/** @param {string} name */
const file = (name) => `/api/rules/files/${encodeURIComponent(name)}`;
/** @returns {Promise<{game: string, built_in: FileEntry[], own: FileEntry[]}>} */
export const files = () => request('GET', '/api/rules/files');
/** @param {string} name @param {string} lang the language of a built-in file's comments @returns {Promise<{name: string, text: string, built_in: boolean}>} */
export const readFile = (name, lang) => request('GET', `${file(name)}?lang=${lang}`);
/** @param {string} name @param {string} text @param {string | null} before what it was called @returns {Promise<FileEntry>} */
export const saveFile = (name, text, before) => request('PUT', file(name), { text, before });
/** @param {string} name */
export const deleteFile = (name) => request('DELETE', file(name));
/** @param {{text: string, position: string, moves: string[], level: number}} question @returns {Promise<Report>} */
export async function report(question) {
  const answer = await request('POST', '/api/rules/report', question);
  const { judged } = answer;
  return { ...answer, judged: judged && handy(judged, await board(judged.tag)) };
}

/** @param {{game: string, options: Record<string, string>, text?: string, pieces?: [number, number][], side?: string}} board @param {AbortSignal} [signal] @returns {Promise<Laid>} */
export async function setUp(board, signal) {
  const answer = await request('POST', '/api/editor', board, signal);
  return { ...answer, position: answer.position && (await drawn(answer.position)) };
}

/** @param {string} game @returns {Promise<{lessons: CourseEntry[]}>} */
export async function lessons(game) {
  const { lessons } = await request('GET', `/api/lessons/${encodeURIComponent(game)}`);
  return { lessons: await Promise.all(lessons.map(drawn)) };
}
/** @param {string} game @param {{lesson: string, step: number, moves: string[], attempt: number, touched?: {cells: number[], piece: number | null}}} attempt @returns {Promise<Blackboard>} */
export async function lesson(game, attempt) {
  /** @type {SentBlackboard} */
  const answer = await request('POST', `/api/lessons/${encodeURIComponent(game)}`, attempt);
  return handy(answer, await board(answer.tag));
}

/** @returns {Promise<{puzzles: PuzzleEntry[]}>} */
export const puzzles = () => request('GET', '/api/puzzles');
/** The puzzles of a day. @param {string} date @returns {Promise<DailyPuzzle[]>} */
export async function daily(date) {
  const { puzzles } = await request('GET', `/api/daily/${encodeURIComponent(date)}`);
  return Promise.all(puzzles.map(drawn));
}
/** @param {string} game @param {string} id */
const ofPuzzle = (game, id) => `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
/** @param {string} game @param {string} id @param {{moves: string[], attempt: number, touched?: {cells: number[], piece: number | null}}} attempt @returns {Promise<Blackboard>} */
export async function puzzle(game, id, attempt) {
  /** @type {SentBlackboard} */
  const answer = await request('POST', ofPuzzle(game, id), attempt);
  return handy(answer, await board(answer.tag));
}
/** @param {string} game @param {string} id @returns {Promise<PuzzleSolution>} */
export const solution = (game, id) => request('GET', `${ofPuzzle(game, id)}/solution`);

/** Where a file of progress comes from. */
export const PROGRESS = '/api/progress';
/** @returns {Promise<{learnt: Learnt[]}>} */
export const progress = () => request('GET', PROGRESS);
/** @param {{learnt: object[]}} more @returns {Promise<{learnt: Learnt[]}>} */
export const addProgress = (more) => request('POST', PROGRESS, more);

/** @returns {Promise<StudyEntry[]>} */
export async function studies() {
  const { studies } = await request('GET', '/api/studies');
  return Promise.all(studies.map(drawn));
}
/** A story with every board it is played on. @param {Told} told @returns {Promise<{told: Told, geometries: Map<string, Geometry>}>} */
async function played(told) {
  const tags = new Set([told.tag, ...told.boards.flatMap(({ tag }) => tag ?? [])]);
  const found = await Promise.all([...tags].map(async (tag) => /** @type {[string, Geometry]} */ ([tag, await board(tag)])));
  return { told, geometries: new Map(found) };
}
/** How somebody thinks about a position. @param {Subject} subject @param {AbortSignal} signal */
export const story = async (subject, signal) => played(await request('POST', '/api/story', subject, signal));
/** The same about the position shown of a game. @param {string} id @param {number} at @param {string} player @param {AbortSignal} signal */
export const storyOfGame = async (id, at, player, signal) =>
  played(await request('POST', `${game(id)}/story`, { at, player }, signal));

/** @returns {Promise<Lab>} */
export const lab = () => request('GET', '/api/lab');
/** @param {{experiment?: string, settings?: Record<string, string>, result?: string}} wish @returns {Promise<LabResult>} */
export const labBegin = (wish) => request('POST', '/api/lab/run', wish);
export const labStop = () => request('DELETE', '/api/lab/run');
/** @param {string} text @param {string} name @returns {Promise<LabResult>} */
export const labImport = (text, name) => request('POST', '/api/lab/results', { text, name });
/** @param {string} id */
export const labDelete = (id) => request('DELETE', `/api/lab/results/${encodeURIComponent(id)}`);
/** Where a result is to be had as a file. @param {string} id */
export const labFile = (id) => `/api/lab/results/${encodeURIComponent(id)}/file`;
/** @param {string[]} ids @param {string} lang @returns {Promise<LabReport>} */
export const labReport = (ids, lang) =>
  request('GET', `/api/lab/report?results=${ids.map(encodeURIComponent).join(',')}&lang=${lang}`);

/** @returns {Promise<Trainings>} */
export const trainings = () => request('GET', '/api/training');
/** @param {{name: string, game?: string, options?: Record<string, string>, settings: Record<string, string>}} wish @returns {Promise<NetCourse>} */
export const train = (wish) => request('POST', '/api/training/run', wish);
export const trainStop = () => request('DELETE', '/api/training/run');
/** @param {string} name */
export const netForget = (name) => request('DELETE', `/api/training/nets/${encodeURIComponent(name)}`);

/** @returns {Promise<Tournaments>} */
export const tournaments = () => request('GET', '/api/tournaments');
/** @param {string} id */
const one = (id) => `/api/tournaments/${encodeURIComponent(id)}`;
/** @param {{tournament: string} | {title: string, game: string, options: Record<string, string>, players: string[], settings: Record<string, string>}} wish @returns {Promise<TournamentEntry>} */
export const tournamentBegin = (wish) => request('POST', '/api/tournaments/run', wish);
/** @returns {Promise<void>} */
export const tournamentStop = () => request('DELETE', '/api/tournaments/run');
/** @param {string} id */
export const tournamentDelete = (id) => request('DELETE', one(id));
/** @param {string} id @param {string} lang @returns {Promise<TournamentReport>} */
export const tournament = (id, lang) => request('GET', `${one(id)}?lang=${lang}`);
/** The games of two, or the last of all. @param {string} id @param {[number, number] | null} two @param {string} lang @returns {Promise<TournamentGames>} */
export const tournamentGames = (id, two, lang) =>
  request('GET', `${one(id)}/games?lang=${lang}${two ? `&a=${two[0]}&b=${two[1]}` : ''}`);
/** A game as a file that can be opened. @param {string} id @param {number} pair @param {number} game @returns {Promise<TournamentRecord>} */
export const tournamentRecord = (id, pair, game) => request('GET', `${one(id)}/record?pair=${pair}&game=${game}`);
/** Where its tables and its report are to be had. @param {string} id @param {string} what @param {string} lang */
export const tournamentFile = (id, what, lang) => `${one(id)}/file?what=${what}&lang=${lang}`;
/** Hears how a tournament goes on, until what is returned is called. @param {string} id @param {(now: TournamentProgress) => void} heard */
export function watchTournament(id, heard) {
  const source = new EventSource(`${one(id)}/events`);
  source.addEventListener('progress', (event) => heard(JSON.parse(event.data)));
  return () => source.close();
}

/** @returns {Promise<Workers>} */
export const workers = () => request('GET', '/api/workers');

/** The words of a language. @param {string} code */
export async function words(code) {
  const response = await fetch(`/api/words/${code}.ftl`).catch(() => null);
  if (!response?.ok) throw new Refusal(response?.status ?? 0, { id: 'page-offline' });
  return response.text();
}

/**
 * @typedef {object} Listener
 * @property {(view: SentView) => void} view
 * @property {(change: Change) => void} change
 * @property {(event: ThoughtEvent) => void} thought
 * @property {(progress: ReviewProgress) => void} review how far a review has come
 * @property {(why: Text) => void} trouble something went wrong that nobody had asked for
 * @property {(state: 'open' | 'lost' | 'gone') => void} state
 */

/**
 * Follows a game until told to stop. A lost connection is tried again, soon at first and then less
 * often, and at once when the machine says it is back on the net.
 * @param {string} id
 * @param {Listener} listener
 * @returns {() => void} stops following
 */
export function follow(id, listener) {
  /** @type {EventSource | undefined} */
  let source;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let wait = 250;
  let over = false;

  const connect = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource(`${game(id)}/events`);
    source.addEventListener('view', (event) => {
      wait = 250;
      listener.state('open');
      listener.view(JSON.parse(event.data));
    });
    source.addEventListener('change', (event) => listener.change(JSON.parse(event.data)));
    source.addEventListener('thought', (event) => listener.thought(JSON.parse(event.data)));
    source.addEventListener('review', (event) => listener.review(JSON.parse(event.data)));
    source.addEventListener('trouble', (event) => listener.trouble(JSON.parse(event.data).error));
    source.onerror = lost;
  };

  const lost = async () => {
    source?.close();
    if (over) return;
    listener.state('lost');
    timer = setTimeout(connect, wait);
    wait = Math.min(wait * 2, 4000);
    // The stream cannot say why it was refused; asking for the game itself can.
    try {
      await look(id);
    } catch (error) {
      if (error instanceof Refusal && error.status === 404) {
        over = true;
        clearTimeout(timer);
        listener.state('gone');
      }
    }
  };

  addEventListener('online', connect);
  connect();
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('online', connect);
    source?.close();
  };
}
