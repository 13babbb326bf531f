import { ActionIcon, Anchor, Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

function ButtonAnchor(props: ComponentProps<typeof Button<'a'>>) {
  return <Button component="a" {...props} />
}

function IconAnchor(props: ComponentProps<typeof ActionIcon<'a'>>) {
  return <ActionIcon component="a" {...props} />
}

/** The router gives every link an address, which is no attribute of a `<button>`. */
function AddresslessButton({
  href: _,
  ...props
}: ComponentProps<typeof Button<'button'>> & { href?: string }) {
  return <Button {...props} />
}

/** Mantine's looks on the router's typed links: each is an `<a>`, to be opened in a new tab or copied. */
export const AnchorLink = createLink(Anchor<'a'>)
export const ButtonLink = createLink(ButtonAnchor)
export const IconLink = createLink(IconAnchor)

/** What the specification calls a button and leads to a screen; it is read ahead like a link. */
export const GoButton = createLink(AddresslessButton)
