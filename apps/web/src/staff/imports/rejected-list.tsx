import type { ImportKind, RejectedCell } from '@quincena/domain/imports/schema'
import { headerOf } from '../import/words.ts'
import classes from './rejected-list.module.css'

interface RejectedListProps {
  kind: ImportKind
  cells: readonly RejectedCell[]
}

/** Lists the errors by cell: row, column and reason. */
export function RejectedList({ kind, cells }: RejectedListProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Filas rechazadas">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            <th scope="col">Columna</th>
            <th scope="col">Motivo</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ row, field, message }) => (
            <tr key={`${row} ${field}`}>
              <td className={classes.number}>{row}</td>
              <td>{headerOf(kind, field) || '—'}</td>
              <td className={classes.reason}>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
