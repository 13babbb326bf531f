/** The text with one form of each sign: digits, letters and `$` of all widths, spaces, dashes, no accents, lower case. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[\p{Dash}−]/gu, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase()

const units = 'uno?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince'
const tens = 'dieci\\w+|veint\\w+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa'
const hundreds = 'cien(?:to)?|\\w+cient[oa]s|quinient[oa]s|mil|millon(?:es)?'
const numeral = `(?:${units}|${tens}|${hundreds})`
const currency = '(?:pesos?|varos?|centavos?|dolar(?:es)?|mxn|mxp|usd|mn|m\\. ?n\\.)'

const amounts = [
  // $12,000 · MXN 12000 · 12 000 $
  new RegExp(`(?:\\$|€|\\b${currency}) ?:? ?\\d`),
  new RegExp(`\\d(?: ?(?:\\$|€)| ?(?:mil|millon(?:es)?)?(?: de)? ?${currency}(?!\\w))`),
  // 12 mil · 12k · 1.5 millones
  /\d ?(?:mil|k|mdp|millon(?:es)?)\b/,
  // 12,000 · 12.000 · 12'000 · 12 000 · 250.00
  /\d[.,'’]\d{2,3}(?!\d)/,
  /\d 000(?! ?\d)/,
  // doce mil pesos · dos mil quinientos
  new RegExp(`\\b${numeral}(?: y| de| ${numeral})* ${currency}(?!\\w)`),
  new RegExp(`\\b${numeral} mil(?:lon(?:es)?)?\\b|\\bmil ${numeral}\\b`),
]

const folios = [
  // C-000123 · a – 123 · C000123 · ARCO-000012 · folio 123
  /\b[ac] ?[-_/.#:] ?\d|\b[ac] ?0\d{2}/,
  /\b[a-z]{2,6}-\d{4}/,
  /\bfolio (?:n\S* )?[#:]? ?(?:[a-z] ?-? ?)?\d/,
]

const accounts = [
  // cuenta terminada en 9192
  /(?<!estado de )\b(?:cuenta|tarjeta|clabe|terminad[ao]s?|termina)\b[^\d.!?]{0,30}\d{4}/,
  // ····9192 · xxxx9192 · …9192
  /(?:[*•·∙⋅]{2,}|x{3,}|\.{3,}) ?\d{3}/,
  // 11 digits or more: an account, a card, a CLABE; a telephone has ten.
  /(?:\d[ -]?){11}/,
]

const identities = [/\b[a-z]{3,4}\d{6}[a-z0-9]{3}/]

const kinds = [
  { name: 'Un monto', forms: amounts },
  { name: 'Un folio', forms: folios },
  { name: 'Un número de cuenta', forms: accounts },
  { name: 'Una CURP o un RFC', forms: identities },
]

/**
 * What a typed text says of a person, in Spanish: amounts in digits and words, folios, account numbers, CURP and RFC, each
 * once. Names are not found.
 */
export function typedPrivateData(text: string): string[] {
  // The country's prefix of a telephone is none of its ten digits.
  const read = plain(text).replace(/\+\d{2} ?/g, '')
  return kinds.filter(({ forms }) => forms.some((form) => form.test(read))).map(({ name }) => name)
}
