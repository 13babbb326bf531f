import { lenderOfPage } from '../../lib/lender.ts'
import classes from './lender-line.module.css'

const condusef = '55 5340 0999'
const telOf = (phone: string) => `tel:${phone.replace(/[^0-9+]/g, '')}`

/** Says who lends, that it is not a bank, and whom to call: the lender and CONDUSEF. */
export function LenderLine() {
  const { name, phone } = lenderOfPage()
  if (name === '') return null
  return (
    <div className={classes.lender}>
      <p className={classes.name}>Te presta {name}, entidad no regulada.</p>
      <div className={classes.phones}>
        <a href={telOf(phone)}>Dudas: {phone}</a>
        <a href={telOf(condusef)}>Quejas: CONDUSEF {condusef}</a>
      </div>
    </div>
  )
}
