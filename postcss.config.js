export default {
  plugins: {
    "postcss-preset-mantine": {},
    "postcss-simple-vars": {
      variables: { phone: "40em", tablet: "62em" },
    },
  },
};
