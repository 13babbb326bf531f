import { rowOutcome } from '@quincena/domain/imports/schema'
import { StatusBadge } from '../../components/status-badge.tsx'
import { number, outcomeWords } from '../import/words.ts'
import classes from './counts.module.css'

interface CountsProps {
  counts: { created: number; updated: number; unchanged: number; rejected_count: number }
}

/** Counts the rows by result; before the upload, by expected result. */
export function Counts({ counts }: CountsProps) {
  const countsByName = { ...counts, rejected: counts.rejected_count }
  return (
    <dl className={classes.counts}>
      {rowOutcome.options.map((outcome) => (
        <div key={outcome} className={classes.count}>
          <dt>
            <StatusBadge tone={outcomeWords[outcome].tone} label={outcomeWords[outcome].many} />
          </dt>
          <dd className={classes.figure}>{number(countsByName[outcome])}</dd>
        </div>
      ))}
    </dl>
  )
}
