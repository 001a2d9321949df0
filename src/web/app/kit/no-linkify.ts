/** Stands for linkify-it, which markdown-it makes and never asks: bare addresses are no links here. */
export class LinkifyIt {}
