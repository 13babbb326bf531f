import { MARKETING_WORDING } from '@quincena/domain/legal/marketing'
import { useState } from 'react'
import classes from '../consent-box.module.css'
import { useMarketing } from './use-marketing.ts'

/** Optional box on an offer, unchecked; nothing for a worker who already accepted advertising before this screen. */
export function MarketingBox() {
  const { isOn, isPending, turn } = useMarketing('signing')
  const [first, setFirst] = useState<boolean | undefined>(undefined)
  if (first === undefined && isOn !== undefined) setFirst(isOn)
  if (first !== false) return null
  return (
    <div className={classes.consent}>
      <div className={classes.row}>
        <label className={classes.label}>
          <input
            type="checkbox"
            className={classes.box}
            checked={isOn === true}
            disabled={isPending}
            onChange={(event) => turn(event.currentTarget.checked)}
          />
          {MARKETING_WORDING.text}
        </label>
      </div>
    </div>
  )
}
