/** How the field is named for people: the number on the back of the card, not its 9-digit CIC. */
export const INE_LABEL = 'OCR (13 dígitos al reverso)'

/** The OCR of an INE: 4 digits of the electoral section and 9 more. */
export function isIne(ocr: string): boolean {
  return /^[0-9]{13}$/.test(ocr)
}
