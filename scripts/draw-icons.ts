// Draws the icons of the app from its logo. Run `node scripts/draw-icons.ts` after the logo or a colour changed, then
// commit.
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { tokens } from '../apps/web/src/components/tokens.ts'

const folder = fileURLToPath(new URL('../apps/web/public/', import.meta.url))
const { paper, jade, 'jade-mid': open } = tokens.light

interface Icon {
  name: string
  size: number
  /** Diameter of the disc as a fraction of the side. Masks of the system may cut a tenth off each edge. */
  disc: number
  /** Radius of the corners as a fraction of the side; 0 where the system cuts the shape. */
  corner: number
}

const icons: Icon[] = [
  { name: 'icon-192.png', size: 192, disc: 0.66, corner: 0.22 },
  { name: 'icon-512.png', size: 512, disc: 0.66, corner: 0.22 },
  { name: 'icon-maskable-512.png', size: 512, disc: 0.54, corner: 0 },
  { name: 'apple-touch-icon.png', size: 180, disc: 0.6, corner: 0 },
]

function drawIcon({ size, disc, corner }: Icon): string {
  const scale = (size * disc) / 28
  const shift = size / 2 - 16 * scale
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" style="display:block">
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="${paper}"/>
    <g transform="translate(${shift} ${shift}) scale(${scale})">
      <path d="M17.5 3.6a12.5 12.5 0 0 1 0 24.8" fill="none" stroke="${open}" stroke-width="3"/>
      <path d="M15.5 2a14 14 0 0 0 0 28z" fill="${jade}"/>
    </g></svg>`
}

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const icon of icons) {
  const page = await browser.newPage({ viewport: { width: icon.size, height: icon.size } })
  await page.setContent(`<body style="margin:0">${drawIcon(icon)}</body>`)
  await page.screenshot({ path: `${folder}${icon.name}`, omitBackground: true })
}
await browser.close()
