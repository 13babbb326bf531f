import { BANKS, isBankCode } from '../mexico/banks.ts'
import { INDUSTRIES } from '../mexico/industries.ts'
import { STATES } from '../mexico/states.ts'

/** Normalizes a text for comparison: lower-case letters and digits, without accents, spaces and signs. */
export function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
}

const byFolded = (entries: readonly (readonly [string, string])[]) =>
  new Map(entries.map(([text, value]) => [folded(text), value]))

const GENDERS = byFolded([
  ...(['M', 'Masculino', 'Hombre', 'H', 'Male'] as const).map((text) => [text, 'M'] as const),
  ...(['F', 'Femenino', 'Mujer', 'Female'] as const).map((text) => [text, 'F'] as const),
  ...(['O', 'Otro', 'No binario', 'X'] as const).map((text) => [text, 'O'] as const),
])

/** Converts a word to a gender: M (masculino), F (femenino) or O. Returns an unknown word unchanged. */
export function parseGender(text: string): string {
  return GENDERS.get(folded(text)) ?? text
}

const STATE_NAMES = byFolded([
  ...STATES.map(({ name }) => [name, name] as const),
  ...STATES.map(({ curp, name }) => [curp, name] as const),
  ['CDMX', 'Ciudad de México'],
  ['D.F.', 'Ciudad de México'],
  ['Distrito Federal', 'Ciudad de México'],
  ['México', 'Estado de México'],
  ['Edo. de México', 'Estado de México'],
  ['Edomex', 'Estado de México'],
  ['Coahuila de Zaragoza', 'Coahuila'],
  ['Michoacán de Ocampo', 'Michoacán'],
  ['Veracruz de Ignacio de la Llave', 'Veracruz'],
  ['Querétaro de Arteaga', 'Querétaro'],
])

/**
 * Converts a name, the letters of a CURP or a usual abbreviation to the name of one of the 32 states. Returns an
 * unknown text unchanged.
 */
export function parseState(text: string): string {
  return STATE_NAMES.get(folded(text)) ?? text
}

const BANK_CODES = byFolded([
  ...BANKS.flatMap(({ code, abm, name, stp_name }) => [
    [stp_name, code] as const,
    [name, code] as const,
    [abm, code] as const,
    [code, code] as const,
    [String(Number(abm)), code] as const,
    [stp_name.replace(/ M[eé]xico$/i, ''), code] as const,
  ]),
  ...(
    [
      ['BBVA Bancomer', '40012'],
      ['NU Bank', '90638'],
      ['Bienestar', '37166'],
      ['Mercadopago', '90722'],
      ['Bancomer', '40012'],
      ['Citibanamex', '40002'],
      ['Banco Azteca', '40127'],
      ['Banco del Bajío', '40030'],
      ['Banco Santander', '40014'],
      ['Scotia', '40044'],
    ] as const
  ).filter(([, code]) => isBankCode(code)),
])

/** Converts a bank's name, SPEI code or ABM code to its SPEI code. Returns an unknown text unchanged. */
export function parseBank(text: string): string {
  return BANK_CODES.get(folded(text)) ?? text
}

const INDUSTRY_NAMES = byFolded(INDUSTRIES.map((name) => [name, name]))

/** Converts an industry in any spelling to that of the list. Returns an unlisted industry unchanged. */
export function parseIndustry(text: string): string {
  return INDUSTRY_NAMES.get(folded(text)) ?? text
}

const YES = ['si', 's', 'x', 'verdadero', 'true', '1']
const NO = ['no', 'n', 'falso', 'false', '0']

/** Converts a word to a yes or no. Returns an unknown text unchanged. */
export function parseYesOrNo(text: string): boolean | string {
  if (YES.includes(folded(text))) return true
  return NO.includes(folded(text)) ? false : text
}
