import { FramedTable } from '../../components/framed-table.tsx'
import classes from './statement-form.module.css'

interface RejectedTableProps {
  problems: readonly { row: number; field: string; message: string }[]
}

/** Rows of a file that cannot be read: the row's number, the field and the reason. */
export function RejectedTable({ problems }: RejectedTableProps) {
  return (
    <FramedTable label="Renglones sin leer">
      <thead>
        <tr>
          <th scope="col">Fila</th>
          <th scope="col">Campo</th>
          <th scope="col">Motivo</th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ row, field, message }) => (
          <tr key={`${row} ${field} ${message}`}>
            <td className={classes.number}>{row}</td>
            <td>{field}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  )
}
