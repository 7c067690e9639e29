// Reads the part of Fluent that our messages use: text over several lines, gaps, and choices by
// number, plural category or word (https://projectfluent.org).

/** @import {Arg, Text} from '../types.js' */

/** @typedef {{var: string}} Gap */
/** @typedef {{ref: string}} Reference */
/** @typedef {{on: Gap, variants: {key: string, pattern: Pattern}[], fallback: number}} Choice */
/** @typedef {(string | Gap | Reference | Choice)[]} Pattern */

/**
 * The messages of a file. A message that cannot be read is left out, as the program does too.
 * @param {string} file
 * @param {(id: string, error: Error) => void} [refuse]
 * @returns {Map<string, Pattern>}
 */
export function parse(file, refuse) {
  /** @type {Map<string, Pattern>} */
  const messages = new Map();
  const lines = file.replaceAll('\r\n', '\n').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const head = /^([a-zA-Z][\w-]*) *=(.*)$/.exec(lines[i]);
    if (!head) continue;
    const body = [head[2]];
    // What goes on belongs to the message: indented, blank, or a choice's brackets.
    while (i + 1 < lines.length && /^( |$|\}|\[|\*\[)/.test(lines[i + 1])) body.push(lines[++i]);
    try {
      messages.set(head[1], new Reader(dedent(body)).pattern(false));
    } catch (error) {
      refuse?.(head[1], /** @type {Error} */ (error));
    }
  }
  return messages;
}

/** Text without the indentation that all its further lines share. @param {string[]} lines */
function dedent(lines) {
  let depth = 0;
  let common = Infinity;
  for (const [i, line] of lines.entries()) {
    // Indentation inside a gap is no text.
    if (i > 0 && depth === 0 && line.trim()) common = Math.min(common, line.length - line.trimStart().length);
    depth += line.split('{').length - line.split('}').length;
  }
  return lines
    .map((line, i) =>
      i ? line.slice(Math.min(common, line.length - line.trimStart().length)) : line.trimStart(),
    )
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
}

class Reader {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.at = 0;
  }

  /** @param {RegExp} what */
  take(what) {
    const sticky = new RegExp(what, 'y');
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.source);
    if (found) this.at = sticky.lastIndex;
    return found;
  }

  /** @param {RegExp} what */
  need(what) {
    const found = this.take(what);
    if (!found) throw new Error(`expected ${what} at "${this.source.slice(this.at, this.at + 20)}"`);
    return found;
  }

  /** Text and gaps; within a choice they end where the next variant or the brace begins. @param {boolean} inChoice @returns {Pattern} */
  pattern(inChoice) {
    /** @type {Pattern} */
    const parts = [];
    while (this.at < this.source.length) {
      if (inChoice && this.take(/\s*(?=\}|\n\s*\*?\[)/)) break;
      const words = this.take(inChoice ? /(?:(?!\n\s*\*?\[|\s*\})[^{])+/ : /[^{]+/);
      if (words) parts.push(inChoice ? words[0].replace(/\n\s+/g, '\n') : words[0]);
      else parts.push(this.gap());
    }
    return parts;
  }

  /** @returns {Gap | Reference | Choice | string} */
  gap() {
    this.need(/\{\s*/);
    const literal = this.take(/"([^"]*)"\s*\}|(-?\d+(?:\.\d+)?)\s*\}/);
    if (literal) return literal[1] ?? literal[2];
    const name = this.need(/(\$?)([a-zA-Z][\w-]*)\s*/);
    if (name[1] && this.take(/->/)) return this.choice({ var: name[2] });
    this.need(/\}/);
    return name[1] ? { var: name[2] } : { ref: name[2] };
  }

  /** @param {Gap} on @returns {Choice} */
  choice(on) {
    const variants = [];
    let fallback = -1;
    for (let head; (head = this.take(/\s*(\*?)\[\s*([\w.-]+)\s*\][ \t]*\n?[ \t]*/));) {
      if (head[1]) fallback = variants.length;
      variants.push({ key: head[2], pattern: this.pattern(true) });
    }
    this.need(/\s*\}/);
    if (fallback < 0) throw new Error('a choice needs a variant marked *');
    return { on, variants, fallback };
  }
}

/** A language: its messages, its figures, its plurals. */
export class Tongue {
  /** @param {string} code @param {string} file */
  constructor(code, file) {
    this.code = code;
    this.messages = parse(file);
    this.plurals = new Intl.PluralRules(code);
    this.figures = new Intl.NumberFormat(code, {
      maximumFractionDigits: 3,
      useGrouping: 'always',
      signDisplay: 'negative',
    });
  }

  /** Learns more messages. @param {string} file */
  more(file) {
    for (const [id, pattern] of parse(file)) this.messages.set(id, pattern);
  }

  /** @param {number} number */
  figure(number) {
    return this.figures.format(number).replace('-', '−');
  }

  /**
   * The sentence, or nothing if this language lacks it.
   * @param {Text} text
   * @param {(text: Text) => string} inner puts a message within the message into words
   * @returns {string | undefined}
   */
  say(text, inner) {
    const pattern = this.messages.get(text.id);
    return pattern && this.fill(pattern, text.args ?? {}, inner);
  }

  /** @param {Pattern} pattern @param {Record<string, Arg>} args @param {(text: Text) => string} inner @returns {string} */
  fill(pattern, args, inner) {
    return pattern
      .map((part) => {
        if (typeof part === 'string') return part;
        if ('ref' in part) return this.say({ id: part.ref, args }, inner) ?? `{${part.ref}}`;
        const arg = args[('on' in part ? part.on : part).var];
        const value = typeof arg === 'object' ? inner(arg) : arg;
        if ('on' in part) return this.fill(this.pick(part, value), args, inner);
        if (value === undefined) return `{$${part.var}}`;
        return typeof value === 'number' ? this.figure(value) : value;
      })
      .join('');
  }

  /** @param {Choice} choice @param {string | number | undefined} value @returns {Pattern} */
  pick(choice, value) {
    const fits = (/** @type {string} */ key) =>
      typeof value === 'number'
        ? /^-?\d/.test(key)
          ? Number(key) === value
          : key === this.plurals.select(value)
        : key === value;
    const found = choice.variants.find(({ key }) => fits(key)) ?? choice.variants[choice.fallback];
    return found.pattern;
  }
}
