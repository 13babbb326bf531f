import { Mark } from '../components/mark.tsx'
import { brandOfPage, logoSource } from '../lib/brand.ts'
import classes from './slim-mark.module.css'

/** Most pixels of a logo's width, for each pixel of its height, with which it can be read in a square. */
const widestInSquare = 1.6

/** What stands for the lender in the narrow menu: its logo, the first letter of its name if the logo is too wide, or the symbol. */
export function SlimMark() {
  const { logo, trade_name } = brandOfPage()
  if (logo === null) return <Mark size={28} />
  const isSquare = Math.max(logo.width / logo.height, logo.height / logo.width) <= widestInSquare
  if (isSquare) return <img className={classes.picture} src={logoSource(logo.sha256)} alt={trade_name} />
  const [letter] = trade_name
  return (
    <span className={classes.letter} role="img" aria-label={trade_name}>
      {letter?.toUpperCase()}
    </span>
  )
}
