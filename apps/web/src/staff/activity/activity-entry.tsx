import type { ActivityEntry } from '@quincena/domain/activity/schema'
import { actionName } from '@quincena/domain/audit/words'
import { formatDate, formatDateTime, formatMoney } from '@quincena/domain/format'
import { contactMeansNames, type Note } from '@quincena/domain/notes/schema'
import classes from './activity.module.css'
import { fieldLabel } from './field-names.ts'

function NoteText({ note }: { note: Note }) {
  const { text, next_step, next_step_on } = note
  return (
    <>
      <p className={classes.note}>{text}</p>
      {next_step !== null && (
        <p className={classes.second}>
          Sigue: {next_step}
          {next_step_on !== null && ` · ${formatDate(next_step_on)}`}
        </p>
      )}
    </>
  )
}

/** What the entry is about and its amount, as one line; empty if it has neither. */
function factsOf({ about, amount, note }: ActivityEntry): string {
  const means = note?.means ? contactMeansNames[note.means] : null
  const facts = [about, amount === null ? null : formatMoney(amount), means]
  return facts.filter((fact) => fact !== null).join(' · ')
}

/** One entry of the activity: when, who, what and, of a note, its text. */
export function EntryLine({ entry }: { entry: ActivityEntry }) {
  const { action, by, created_at, fields, reason, note } = entry
  const facts = factsOf(entry)
  return (
    <li className={classes.entry}>
      <time className={classes.when} dateTime={created_at}>
        {formatDateTime(created_at)}
      </time>
      <div className={classes.what}>
        <p className={classes.act}>
          <strong className={classes.who}>{by?.name ?? 'Sistema'}</strong> · {actionName(action)}
          {facts !== '' && <span className={classes.second}> · {facts}</span>}
        </p>
        {fields.length > 0 && <p className={classes.second}>Campos: {fields.map(fieldLabel).join(', ')}</p>}
        {reason !== null && <p className={classes.second}>«{reason}»</p>}
        {note !== null && <NoteText note={note} />}
      </div>
    </li>
  )
}
