// The ways in the lab besides its experiments, as they stand in its list.

import { h } from '../parts/dom.js';
import { t } from '../parts/words.js';

const WAYS = ['train', 'tournaments', 'workers'];

/** The first words of the addresses that belong to the lab. */
export const OF_THE_LAB = ['lab', ...WAYS];

/** @param {string} here the one that is shown @param {boolean} workers whether the program was told of a queue for others */
export const ways = (here, workers = false) =>
  WAYS.filter((way) => way !== 'workers' || workers || here === way).map((way) =>
    h(
      'a',
      { class: 'opt', key: way, href: `#/${way}`, 'aria-current': here === way ? 'page' : null },
      h('b', null, t(`page-${way}`)),
    ),
  );
