import { ActionIcon, Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

function ButtonAnchor(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />
}

function IconAnchor(props: ComponentProps<typeof ActionIcon<'a'>>) {
  return <ActionIcon component="a" {...props} />
}

/** Drops the `href` that the router passes to every link, which a `<button>` does not have. */
function AddresslessButton({
  href: _,
  ...props
}: ComponentProps<typeof Button<'button'>> & { href?: string }) {
  return <Button {...props} />
}

/** The router's typed links with Mantine's styles. Each is an `<a>`, so it can be opened in a new tab or copied. */
export const AnchorLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(ButtonAnchor)
export const IconLink = createLink(IconAnchor)

/** A `<button>` that navigates, where the specification demands a button; it preloads its screen like a link. */
export const GoButton = createLink(AddresslessButton)
