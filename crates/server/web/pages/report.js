// What a text of rules says of a position: a board with the score of each ply, and the reasons for
// the one that is chosen.

import { overlay } from '../analysis/layers.js';
import { spansFor, spansTable } from '../analysis/spans.js';
import { Grid } from '../board/grid.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { button } from '../play/panel.js';

/** @import {GameKind} from '../types.js' */
/** @import {Judged, Report} from '../parts/wire.js' */

/** The level at which scores are seen exactly; the lower, the more blurred. */
const EXACT = 3;

export class ReportBoard {
  /** @param {() => void} ask called when another position is to be judged @param {() => void} redraw */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
    /** Where it begins, and what was played from there. */
    this.question = { ...kept('rules-position', { position: '', moves: /** @type {string[]} */ ([]) }), level: EXACT };
    /** @type {Judged | null} */
    this.judged = null;
    /** @type {Report | null} */
    this.report = null;
    /** @type {string | null} */
    this.ply = null;
    /** @type {number | null} */
    this.row = null;
    this.grid = new Grid(
      {
        touch: (cell) => this.touch(cell),
        spoken: (cell) => this.spoken(cell),
      },
      redraw,
    );
  }

  close() {
    this.grid.close();
  }

  /** @param {Report} report */
  receive(report) {
    this.report = report;
    if (report.judged) this.judged = report.judged;
    // A row of another text is another rule.
    this.row = null;
  }

  /** @param {string} position @param {string[]} moves */
  judge(position, moves) {
    this.question = { ...this.question, position, moves };
    this.ply = null;
    keep('rules-position', { position, moves });
    this.ask();
    this.redraw();
  }

  /** How exactly the scores are seen. @param {number} level */
  see(level) {
    this.question = { ...this.question, level };
    this.ask();
    this.redraw();
  }

  /** Chooses the ply that a cell means. @param {number} cell */
  touch(cell) {
    const handle = this.judged?.handles.find((one) => one.kind === 'tap' && one.cells.includes(cell));
    if (!handle) return;
    this.pick(handle.ply, null);
  }

  /** @param {string | null} ply @param {number | null} row */
  pick(ply, row) {
    [this.ply, this.row] = [ply, row];
    this.redraw();
  }

  /** @param {number} cell */
  spoken(cell) {
    const { geometry, picture, handles, thought } = /** @type {Judged} */ (this.judged);
    const placed = picture.pieces.find((one) => one.cell === cell);
    const handle = handles.find((one) => one.kind === 'tap' && one.lands === cell);
    const labels = thought.layers.flatMap((layer) => (layer.kind === 'labels' ? layer.plies : []));
    const label = handle && labels.find(({ move }) => move === handle.ply);
    return [
      geometry.cells[cell].name,
      placed ? say(geometry.pieces[placed.piece].name) : t('page-cell-empty'),
      label && say(label.label),
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** @param {GameKind | undefined} kind */
  view(kind) {
    const { judged, report } = this;
    if (!judged || !report) return null;
    const { thought } = judged;
    const ply = this.ply ?? thought.move;
    return [
      h('h2', { class: 't' }, t('page-rules-report')),
      this.asking(kind),
      report.refused
        ? h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, say(report.refused)))
        : judged.outcome
          ? h('div', { class: 'note' }, icon('info'), h('span', null, t('page-rules-over')))
          : null,
      this.drawing(judged, ply, kind),
      this.levels(),
      !judged.outcome && this.sentence(judged),
      report.wrong > 0 && h('p', { class: 'small soft' }, t('page-rules-only-right')),
      spansTable(thought, { ply: this.ply, row: this.row, pick: (ply, row) => this.pick(ply, row) }),
    ];
  }

  /** @param {GameKind | undefined} kind */
  asking(kind) {
    const { position, moves } = this.question;
    const ply = this.ply ?? this.judged?.thought.move;
    return h(
      'div',
      { class: 'asking' },
      h('label', { for: 'rules-position', class: 'small soft' }, t('page-position')),
      h('input', {
        id: 'rules-position',
        class: 'n words',
        autocomplete: 'off',
        spellcheck: 'false',
        placeholder: t('page-position-empty'),
        value: [position, ...moves].join(moves.length && !position.includes('/') ? '' : ' '),
        onchange: (/** @type {Event} */ event) =>
          this.judge(/** @type {HTMLInputElement} */ (event.target).value.trim(), []),
      }),
      button('undo', t('page-back'), {
        disabled: !moves.length,
        title: moves.length ? null : t('page-undo-when'),
        onclick: () => this.judge(position, moves.slice(0, -1)),
      }),
      this.judged?.board &&
        h(
          'a',
          { class: 'btn', href: `#/setup/${kind?.name ?? ''}/${encodeURIComponent(this.judged.board)}` },
          icon('edit'),
          h('span', null, t('page-setup-short')),
        ),
      button('play', ply ? t('page-play-ply', { ply }) : t('page-play'), {
        disabled: !ply,
        onclick: () => ply && this.judge(position, [...moves, ply]),
      }),
    );
  }

  levels() {
    const { level } = this.question;
    return h(
      'div',
      { class: 'field levels' },
      h('span', { class: 'small soft' }, t('page-rules-level')),
      h(
        'div',
        { class: 'seg', role: 'group', 'aria-label': t('page-rules-level') },
        Array.from({ length: EXACT }, (_, i) =>
          h(
            'button',
            { type: 'button', 'aria-pressed': String(i + 1 === level), onclick: () => this.see(i + 1) },
            String(i + 1),
          ),
        ),
      ),
    );
  }

  /** @param {Judged} judged */
  sentence(judged) {
    const labels = judged.thought.layers.find((layer) => layer.kind === 'labels');
    return h(
      'p',
      { class: 'small soft' },
      labels && say(labels.sentence),
      ' ',
      t('page-rules-own', { side: judged.geometry.sides[judged.side === 'first' ? 0 : 1].name }),
    );
  }

  /** @param {Judged} judged @param {string | null} ply @param {GameKind | undefined} kind */
  drawing(judged, ply, kind) {
    const { geometry, picture, handles, thought, side } = judged;
    const labels = thought.layers.find((layer) => layer.kind === 'labels');
    const spans = spansFor(thought, this.ply);
    const below = 60;
    const on = {
      geometry,
      handles,
      taken: [],
      figures: /** @type {const} */ ('none'),
      scale: this.grid.scale(geometry, below),
      row: this.row,
      pick: (/** @type {string} */ chosen) => this.pick(chosen, null),
    };
    const scores = labels && overlay(labels, { ...on, figures: 'all' });
    const places = spans && overlay(spans, on);
    const handle = handles.find((one) => one.ply === ply);
    return this.grid.view(
      {
        geometry,
        picture,
        ghost: handle?.kind === 'tap' ? { cell: handle.lands, piece: handle.piece } : null,
        band: handle?.kind === 'tap' ? handle.cells : [],
        overlay: {
          fills: new Map(),
          under: [],
          links: [],
          figures: places?.figures ?? [],
          below: scores?.below ?? [],
        },
        label: t('page-board', {
          game: { id: `game-${kind?.name ?? ''}` },
          side: geometry.sides[side === 'first' ? 0 : 1].name,
        }),
      },
      true,
    );
  }
}
