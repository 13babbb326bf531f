const browsers = [
  { name: 'Edge', pattern: /\bEdgA?\// },
  { name: 'Opera', pattern: /\b(?:OPR|Opera)\// },
  { name: 'Samsung Internet', pattern: /\bSamsungBrowser\// },
  { name: 'Firefox', pattern: /\b(?:Firefox|FxiOS)\// },
  { name: 'Chrome', pattern: /\b(?:HeadlessChrome|Chrome|CriOS)\// },
  { name: 'Safari', pattern: /\bSafari\// },
] as const

const systems = [
  { name: 'iPhone', pattern: /\biPhone\b/ },
  { name: 'iPad', pattern: /\biPad\b/ },
  { name: 'Android', pattern: /\bAndroid\b/ },
  { name: 'Windows', pattern: /\bWindows\b/ },
  { name: 'macOS', pattern: /\bMac OS X\b|\bMacintosh\b/ },
  { name: 'ChromeOS', pattern: /\bCrOS\b/ },
  { name: 'Linux', pattern: /\bLinux\b/ },
] as const

type Named = readonly { name: string; pattern: RegExp }[]
const nameIn = (list: Named, text: string) => list.find(({ pattern }) => pattern.test(text))?.name

/**
 * Returns a short Spanish name of a device from its user agent: `Chrome en Windows`. A program that is not a known
 * browser keeps the first word of its user agent (`curl`). Returns null for an empty user agent.
 */
export function deviceName(user_agent: string | null): string | null {
  if (user_agent === null || user_agent.trim() === '') return null
  const browser = nameIn(browsers, user_agent)
  const system = nameIn(systems, user_agent)
  if (browser !== undefined && system !== undefined) return `${browser} en ${system}`
  return browser ?? system ?? user_agent.trim().split(/[\s/]/, 1)[0] ?? null
}
