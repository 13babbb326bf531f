import { Skeleton } from '@mantine/core'
import classes from './skeletons.module.css'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Placeholder for lines of text. */
export function LinesSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className={classes.lines} role="status" aria-label="Cargando">
      {range(lines).map((line) => (
        <Skeleton key={line} height={14} width={line % 3 === 2 ? '60%' : '100%'} />
      ))}
    </div>
  )
}

/** Placeholder for cards; `height` in pixels. */
export function CardsSkeleton({ cards = 3, height = 96 }: { cards?: number; height?: number }) {
  return (
    <div className={classes.cards} role="status" aria-label="Cargando">
      {range(cards).map((card) => (
        <Skeleton key={card} height={height} radius="lg" />
      ))}
    </div>
  )
}

/** Placeholder for a screen that starts with one large amount. */
export function AmountSkeleton() {
  return (
    <div className={classes.amount} role="status" aria-label="Cargando">
      <Skeleton height={14} width={120} />
      <Skeleton height={44} width={220} />
      <Skeleton height={14} width={160} />
    </div>
  )
}
