/** What is wrong with a typed percentage: no number of 0 or more, or more decimals than a stored fraction holds. */
type PercentFault = 'no_number' | 'too_fine'

type PercentReading = { fraction: number; fault?: undefined } | { fraction?: undefined; fault: PercentFault }

/**
 * Reads a typed percentage as the stored fraction with 3 decimals, exactly: `18`, `18 %` and `18.0` give 0.18, `18.5` and
 * `18,5` give 0.185. A comma is the decimal sign, because no percentage here reaches a thousand.
 */
export function readPercent(text: string): PercentReading {
  const [match, whole = '', decimals = ''] = /^([0-9]{1,9})(?:[.,]([0-9]+))?\s*%?$/.exec(text.trim()) ?? []
  if (match === undefined) return { fault: 'no_number' }
  const [tenth = '0', ...rest] = decimals
  if (rest.some((digit) => digit !== '0')) return { fault: 'too_fine' }
  // An integer divided by 1000 is the number nearest to the written decimals: nothing is rounded twice.
  return { fraction: Number(`${whole}${tenth}`) / 1000 }
}

/** Writes a fraction with 3 decimals as a percentage to edit: 0.185 is `18.5`. */
export function percentText(fraction: number): string {
  return String(Math.round(fraction * 1000) / 10)
}
