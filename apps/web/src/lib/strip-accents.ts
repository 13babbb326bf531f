/** Removes accents and lowers the case, to compare texts with a typed search. */
export const stripAccents = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
