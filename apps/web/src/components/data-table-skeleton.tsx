import { Skeleton } from '@mantine/core'
import classes from './data-table.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder rows while a list loads. */
export function SkeletonRows({ columns, rows = 8 }: { columns: number; rows?: number }) {
  return (
    <tbody aria-hidden>
      {range(rows).map((row) => (
        <tr key={row} className={classes.row}>
          {range(columns).map((column) => (
            <td key={column}>
              <Skeleton height={12} width={column === 0 ? '80%' : '55%'} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
