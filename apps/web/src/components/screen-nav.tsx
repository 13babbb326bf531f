import { Link, type LinkProps } from '@tanstack/react-router'
import classes from './screen-nav.module.css'
import { useCurrentInView } from './use-current-in-view.ts'

interface ScreenNavProps {
  label: string
  screens: readonly { to: NonNullable<LinkProps['to']>; label: string }[]
}

/** Links between screens that belong together, below the header of each. On a phone the row scrolls sideways. */
export function ScreenNav({ label, screens }: ScreenNavProps) {
  const row = useCurrentInView<HTMLElement>()
  return (
    <nav ref={row} aria-label={label} className={classes.row}>
      {screens.map((screen) => (
        <Link
          key={screen.to}
          to={screen.to}
          className={classes.link}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {screen.label}
        </Link>
      ))}
    </nav>
  )
}
