export function imageNodeVersion(): string;
export function installImageNode(): Promise<string>;
