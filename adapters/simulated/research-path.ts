export const RESEARCH_NAME = 'research';
export const RESEARCH_PATH = `/${RESEARCH_NAME}/api/v1`;
