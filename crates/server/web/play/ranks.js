// Which pieces are stronger than which, where a game has such.

import { pieceIcon } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { say, t } from '../parts/words.js';

/** @import {Geometry} from '../types.js' */

/** The pieces of both sides from the strongest to the weakest. @param {Geometry} geometry */
export function ranks(geometry) {
  const all = geometry.ranks ?? [];
  if (!all.length) return null;
  return h(
    'section',
    { class: 'sec', key: 'ranks', 'data-tab': 'ranks' },
    h('h2', { class: 't' }, t('page-ranks')),
    h(
      'ol',
      { class: 'ranks' },
      all.map(({ name, pieces }) =>
        h('li', null, pieces.map((piece) => pieceIcon(geometry, piece, 'stone')), h('span', null, say(name))),
      ),
    ),
  );
}
