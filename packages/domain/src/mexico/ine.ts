/** The OCR of an INE: 4 digits of the electoral section and 9 more. */
export function isIne(ocr: string): boolean {
  return /^[0-9]{13}$/.test(ocr)
}
