import classes from './person-cell.module.css'

interface PersonCellProps {
  name: string
  /** Below the name: a company or an e-mail. */
  detail?: string | null
}

/** A person in a table's first column: initial, name and detail. */
export function PersonCell({ name, detail }: PersonCellProps) {
  return (
    <span className={classes.person}>
      <span className={classes.initial} aria-hidden>
        {name.charAt(0).toUpperCase()}
      </span>
      <span className={classes.words}>
        <span className={classes.name} title={name}>
          {name}
        </span>
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </span>
  )
}
