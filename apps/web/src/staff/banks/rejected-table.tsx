import classes from './statement-form.module.css'

interface RejectedTableProps {
  problems: readonly { row: number; field: string; message: string }[]
}

/** Rows of a file that cannot be read: the row's number, the field and the reason. */
export function RejectedTable({ problems }: RejectedTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Renglones sin leer">
      <table className={classes.table}>
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
      </table>
    </section>
  )
}
