/** Chosen when the industry is not in the list; the form then asks for its name. */
export const OTHER_INDUSTRY = 'Otro'

/** The sectors of the specification (backoffice §3), then «Otro». */
export const INDUSTRIES = [
  'Bienes raíces',
  'Transporte',
  'Educación',
  'Tecnología',
  'Finanzas',
  'Salud',
  'Comercio',
  'Manufactura',
  OTHER_INDUSTRY,
] as const

const folded = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()

/** First letter in capitals, the rest in lower case: how a new industry is kept. */
export function industryName(text: string): string {
  const trimmed = text.trim().replace(/\s+/g, ' ')
  return trimmed.charAt(0).toLocaleUpperCase('es') + trimmed.slice(1).toLocaleLowerCase('es')
}

/** What is wrong with the name of a new industry; `duplicate` is the text for one that is listed. */
export function industryProblem(text: string, duplicate: string): string | null {
  if (INDUSTRIES.some((known) => folded(known) === folded(text))) return duplicate
  return /^[\p{Letter}\p{Mark}0-9 ,.()'&-]{3,60}$/u.test(text.trim()) ? null : 'Ingrese una industria válida'
}
