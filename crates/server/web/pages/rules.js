// The page of a file of rules: its text with every error marked, and beside it a board that shows
// what the rules say of a position.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { Editor, errorList, REST } from '../parts/editor.js';
import { fileAddress, fileOptions, isFile, Shelf } from '../parts/files.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { language, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Wish } from '../play/wish.js';
import { ReportBoard } from './report.js';

/** @import {App, Page} from '../app.js' */
/** @import {Report} from '../parts/wire.js' */

/** A draft longer than this is not kept in the browser. */
const DRAFT = 200_000;

/** @param {string} asked the file's name; none is the one last looked at @param {App} app @returns {Page} */
export function rulesPage(asked, app) {
  const name = asked || kept('rules-last', '@rules');
  const fresh = name === NEW;
  const redraw = () => app.redraw();
  const shelf = new Shelf(redraw);
  /** As it is kept on the server; null until it is known. @type {string | null} */
  let stored = null;
  let called = fresh || name.startsWith('@') ? '' : name;
  let trouble = '';
  let said = '';
  let doomed = false;
  let open = true;
  /** @type {Report | null} */
  let report = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asking = 0;

  const check = async () => {
    const mine = ++asking;
    try {
      const answer = await api.report({ text: editor.text, ...board.question });
      // Only the answer to the last question counts.
      if (mine !== asking || !open) return;
      if (report && answer.wrong !== report.wrong) app.announce(verdict(answer));
      report = answer;
      trouble = '';
      board.receive(answer);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === asking) trouble = say(error.text);
    }
    redraw();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void check(), REST);
  };
  const board = new ReportBoard(() => void check(), redraw);
  const editor = new Editor((text) => {
    said = '';
    keep(`draft-${name}`, text === stored || text.length > DRAFT ? null : text);
    soon();
    redraw();
  }, redraw);

  const load = async () => {
    void shelf.load();
    try {
      stored = fresh ? '' : (await api.readFile(name, language())).text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
      if (!fresh) keep('rules-last', name);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      keep('rules-last', '@rules');
      return redraw();
    }
    if (!open) return undefined;
    editor.set(kept(`draft-${name}`, null) ?? stored);
    await check();
    return redraw();
  };
  void load();

  const dirty = () => stored !== null && (editor.text !== stored || (called !== '' && called !== name));
  const save = async () => {
    const wanted = called.trim() || suggestion(name, shelf);
    try {
      const own = !fresh && !name.startsWith('@');
      const entry = await api.saveFile(wanted, editor.text, own ? name : null);
      keep(`draft-${name}`, null);
      trouble = '';
      app.announce(t('page-file-saved', { name: entry.name }));
      if (entry.name !== name) {
        location.hash = fileAddress(entry.name);
        return;
      }
      stored = editor.text;
      said = t('page-file-saved', { name: entry.name });
      void shelf.load();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
      app.announce(trouble);
    }
    redraw();
  };
  const remove = async () => {
    if (!doomed) {
      doomed = true;
      app.announce(t('page-resign-sure'));
      return redraw();
    }
    try {
      await api.deleteFile(name);
      keep(`draft-${name}`, null);
      app.announce(t('page-file-deleted', { name }));
      location.hash = fileAddress('@rules');
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    return redraw();
  };
  const upload = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    editor.set((await file.text()).replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
    if (!called) called = file.name.replace(/\.[^.]*$/, '').slice(0, 60);
    input.value = '';
    said = '';
    await check();
  };
  const download = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([editor.text], { type: 'text/plain' }));
    link.download = `${(called || name).replace(/^@/, '')}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const discard = () => {
    keep(`draft-${name}`, null);
    editor.set(stored ?? '');
    called = fresh || name.startsWith('@') ? '' : name;
    void check();
    redraw();
  };

  /** A game against these rules. */
  const play = () => {
    const kind = app.kinds.find((one) => one.name === shelf.game);
    const wish = kind && new Wish(kind);
    const able = wish?.machines.filter(({ keys }) => keys.some(isFile)) ?? [];
    // The player that is named after the language lives by nothing but its file.
    const machine = able.find(({ name, keys }) => keys.some(({ language }) => language === name)) ?? able[0];
    if (!wish || !machine) return;
    wish.change({ mode: 'machine', players: [machine.name, wish.choice.players[1]] });
    for (const key of machine.keys.filter(isFile)) wish.follow(0, key, name);
    location.hash = `#/new/${shelf.game}`;
  };

  const tools = () =>
    h(
      'div',
      { class: 'tools-row' },
      h(
        'select',
        {
          'aria-label': t('page-file-open'),
          value: fresh ? '' : name,
          onchange: (/** @type {Event} */ event) => {
            location.hash = fileAddress(/** @type {HTMLSelectElement} */ (event.target).value);
          },
        },
        fresh && h('option', { value: '' }, t('page-file-new')),
        fileOptions(
          shelf,
          fresh ? '' : name,
          shelf.builtIn.map((entry) => entry.name),
        ),
      ),
      h('a', { class: 'btn', href: fileAddress(NEW) }, icon('plus'), h('span', null, t('page-file-new'))),
      h(
        'label',
        { class: 'btn upload' },
        icon('up'),
        h('span', null, t('page-file-upload')),
        h('input', {
          type: 'file',
          class: 'sr',
          accept: '.txt,text/plain',
          onchange: (/** @type {Event} */ event) => void upload(event),
        }),
      ),
      button('down', t('page-file-download'), { onclick: download }),
      button('play', t('page-play'), {
        onclick: play,
        ...(report && !report.wrong && !dirty() ? {} : { disabled: true, title: t('page-file-play-when') }),
      }),
      !fresh &&
        !name.startsWith('@') &&
        button('bin', t(doomed ? 'page-resign-sure' : 'page-delete-sure'), {
          class: `danger${doomed ? ' sure' : ''}`,
          onclick: () => void remove(),
        }),
    );

  const saver = () =>
    h(
      'form',
      {
        class: 'saver',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void save();
        },
      },
      h('label', { for: 'file-name', class: 'small soft' }, t('page-file-name')),
      h('input', {
        id: 'file-name',
        class: 'n words',
        autocomplete: 'off',
        spellcheck: 'false',
        maxlength: 60,
        placeholder: suggestion(name, shelf),
        value: called,
        oninput: (/** @type {Event} */ event) => {
          called = /** @type {HTMLInputElement} */ (event.target).value;
          redraw();
        },
      }),
      h(
        'button',
        {
          type: 'submit',
          class: 'btn main',
          disabled: !dirty() && !name.startsWith('@'),
          title: dirty() ? null : t('page-file-save-when'),
        },
        icon('check'),
        h('span', null, t(name.startsWith('@') ? 'page-file-copy' : 'page-file-save')),
      ),
      dirty() && button('undo', t('page-file-discard'), { class: 'plain', onclick: discard }),
      h('span', { class: 'small soft', role: 'status' }, dirty() ? t('page-file-unsaved') : said),
    );

  const view = () =>
    h(
      'div',
      { class: 'rules' },
      h(
        'section',
        { class: 'writing', 'aria-label': t('page-rules-text') },
        h('div', { class: 'row between' }, h('h1', null, t('page-rules')), tools()),
        trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
        stored !== null && [
          saver(),
          editor.view(report?.errors ?? [], t('page-rules-text')),
          report &&
            h(
              'div',
              { class: `note ${report.wrong ? 'warn' : 'ok'}`, 'data-wrong': report.wrong },
              icon(report.wrong ? 'warn' : 'check'),
              h('span', null, verdict(report)),
            ),
          report && report.wrong > 0 && errorList(report.errors, report.wrong, (error) => editor.jump(error)),
          h('details', { class: 'language' }, h('summary', null, t('page-rules-help')), help()),
        ],
      ),
      h(
        'section',
        { class: 'judging', 'aria-label': t('page-rules-report') },
        board.view(app.kinds.find((kind) => kind.name === shelf.game)),
      ),
    );

  return {
    view,
    title: () => (fresh ? t('page-file-new') : name),
    close() {
      open = false;
      clearTimeout(timer);
      editor.close();
      board.close();
    },
    key: () => false,
  };
}

/** The address of a file that is not there yet. */
const NEW = '@new';

/** A name that is free. @param {string} name @param {Shelf} shelf */
function suggestion(name, shelf) {
  const base = name === NEW ? t('page-file-mine') : name.replace(/^@/, '');
  const taken = new Set((shelf.own ?? []).map((entry) => entry.name));
  for (let n = 1; ; n++) {
    const free = n === 1 ? base : `${base} ${n}`;
    if (!taken.has(free)) return free;
  }
}

/** What came of reading the text, in a sentence. @param {Report} report */
const verdict = ({ rules, wrong }) =>
  wrong ? t('page-rules-wrong', { wrong, rules }) : t('page-rules-right', { rules });

/** The language in short. */
const help = () =>
  h(
    'div',
    { class: 'small soft' },
    h('p', null, t('page-rules-form')),
    h(
      'dl',
      { class: 'signs' },
      ['O', 'X', '_', 'z', 'I', 'E', '?', '#', '='].map((sign, i) =>
        h('div', null, h('dt', null, h('kbd', null, sign)), h('dd', null, t(`page-sign-${i + 1}`))),
      ),
    ),
    h('p', null, t('page-rules-more')),
  );
