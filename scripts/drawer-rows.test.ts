import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const app = join(import.meta.dirname, '../apps/web/src/app')
const menu = readFileSync(join(app, 'staff-menu.ts'), 'utf8')
const styles = readFileSync(join(app, 'staff-drawer.module.css'), 'utf8')

const countOf = (pattern: RegExp) => [...menu.matchAll(pattern)].length
const numbersOf = (pattern: RegExp) =>
  (pattern.exec(styles) ?? expect.unreachable('no match')).slice(1).map(Number)

/** Titles and entries of an admin's menu; «Contraer menú» and «Cerrar sesión» are two rows more. */
const titles = countOf(/title: '/g)
const rows = countOf(/\bto: '/g) + 2

/** Pixels beside them: the head, the foot's padding and border, and the drawer's padding. */
const fixed_px = 64 + 8 + 1 + 12

const clamp = (least: number, value: number, most: number) => Math.min(Math.max(value, least), most)

test.each([900, 768])('an admin’s menu fits into a window of %i px', (height_px) => {
  const [leastTitle = 0, share = 0, mostTitle = 0] = numbersOf(
    /--title: clamp\((\d+)px, ([\d.]+)dvh, (\d+)px\)/,
  )
  const [leastEntry = 0, rest = 0, counted = 0, divisor = 0, mostEntry = 0] = numbersOf(
    /--entry: clamp\((\d+)px, calc\(\(100dvh - (\d+)px - (\d+) \* var\(--title\)\) \/ (\d+)\), (\d+)px\)/,
  )
  expect([counted, divisor]).toEqual([titles, rows])
  const title_px = clamp(leastTitle, (share * height_px) / 100, mostTitle)
  const entry_px = clamp(leastEntry, (height_px - rest - titles * title_px) / divisor, mostEntry)
  expect(fixed_px + titles * title_px + rows * entry_px).toBeLessThanOrEqual(height_px)
})
