/** Masks a folio, so that only its holder recognises it: `C-000123` becomes `C-••••23`. */
export const maskFolio = (folio: string) =>
  folio.replace(/\d+/, (digits) => '•'.repeat(Math.max(digits.length - 2, 0)) + digits.slice(-2))
