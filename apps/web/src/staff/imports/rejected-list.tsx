import type { ImportKind, RejectedCell } from '@quincena/domain/imports/schema'
import { FramedTable } from '../../components/framed-table.tsx'
import { headerOf } from '../import/words.ts'
import classes from './rejected-list.module.css'

interface RejectedListProps {
  kind: ImportKind
  cells: readonly RejectedCell[]
}

/** Lists the errors by cell: row, column and reason. */
export function RejectedList({ kind, cells }: RejectedListProps) {
  return (
    <FramedTable label="Filas rechazadas">
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
    </FramedTable>
  )
}
