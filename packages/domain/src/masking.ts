/** Only the last four characters of an account number or a CURP, as lists show it: `••••1234`. */
export const maskedEnd = (text: string): string => `••••${text.slice(-4)}`
