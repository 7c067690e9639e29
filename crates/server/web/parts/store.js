// What the page remembers on this machine between visits: choices, never games.

/**
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  try {
    const words = localStorage.getItem(`ludoteca-${name}`);
    return words === null ? otherwise : JSON.parse(words);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`ludoteca-${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What is remembered, by name. @returns {string[]} */
export function names() {
  try {
    const all = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    return all.filter((name) => name.startsWith('ludoteca-')).map((name) => name.slice('ludoteca-'.length));
  } catch {
    return [];
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`ludoteca-${name}`);
  } catch {
    // What was never kept need not be forgotten.
  }
}
