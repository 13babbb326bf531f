import type { ReactNode } from 'react'
import { MoreColumns } from '../../components/more-columns.tsx'
import { useSideways } from '../../components/use-sideways.ts'
import classes from './plain-table.module.css'

/** Scrolls the table sideways on narrow screens and shows a hint that there are more columns. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  const { box, onScroll, isWide, after } = useSideways<HTMLElement>()
  return (
    <>
      {isWide && (
        <div className={classes.more}>
          <MoreColumns />
        </div>
      )}
      <section
        ref={box}
        onScroll={onScroll}
        className={classes.scroll}
        data-after={after}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {children}
      </section>
    </>
  )
}
