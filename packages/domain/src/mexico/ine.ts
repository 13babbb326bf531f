/** True for the OCR number of an INE: 13 digits, the first 4 the electoral section. */
export function isIne(ocr: string): boolean {
  return /^[0-9]{13}$/.test(ocr)
}
