// Finds words in the book, whatever their accents and capitals, and leafs with the arrow keys. What is
// looked through (words.js) comes when somebody looks for something.
'use strict';
{
  const here = document.currentScript.src.replace(/book\.js$/, '');
  const box = document.querySelector('nav input');
  const list = document.querySelector('nav ol');
  /** A title counts as much as so many places in the text. */
  const TITLE = 20;
  /** How many letters are shown on each side of what was found. */
  const AROUND = 40;
  let book = null;

  const folded = (words) => words.normalize('NFC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  const count = (words, wanted) => words.split(wanted).length - 1;

  const find = () => {
    const wanted = folded(box.value).split(/\s+/).filter((word) => word);
    // The rarest of the words says how well a chapter fits; one that is missing, that it does not.
    const fits = ({ title, words }) => Math.min(...wanted.map((word) => TITLE * count(title.folded, word) + count(words.folded, word)));
    const found = wanted.length && book ? book.map((chapter) => ({ chapter, fits: fits(chapter) })) : [];
    found.sort((one, other) => other.fits - one.fits);
    list.replaceChildren(...found.filter(({ fits }) => fits > 0).map(({ chapter: { name, title, words } }) => {
      const at = Math.max(words.folded.indexOf(wanted[0]), 0);
      const [item, link] = ['li', 'a'].map((kind) => document.createElement(kind));
      link.href = `${here}${name}.html`;
      link.textContent = title.said;
      item.append(link, `… ${words.said.slice(Math.max(at - AROUND, 0), at + wanted[0].length + AROUND)} …`);
      return item;
    }));
  };

  box.addEventListener('input', find);
  box.addEventListener('focus', () => {
    const words = document.createElement('script');
    words.src = `${here}words.js`;
    words.addEventListener('load', () => {
      const both = (said) => ({ said, folded: folded(said) });
      book = BOOK.map(([name, title, words]) => ({ name, title: both(title), words: both(words) }));
      find();
    });
    document.head.append(words);
  }, { once: true });

  document.addEventListener('keydown', (event) => {
    const way = { ArrowLeft: 'prev', ArrowRight: 'next' }[event.key];
    if (way && event.target === document.body && !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      document.querySelector(`footer [rel=${way}]`)?.click();
    }
  });
}
