/** Without accents or case: how texts are compared with what somebody types in a search. */
export const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
